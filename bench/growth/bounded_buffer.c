// Producers and consumers around a ring, with a lock and two condition variables.
// Property: every item that is put in comes out once, and nobody waits for ever. It holds.
//   -DN=n       producers, and as many consumers (2)
//   -DPLACES=n  places of the ring (2)
//   -DITEMS=n   items of each producer (1)
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif
#ifndef PLACES
#define PLACES 2
#endif
#ifndef ITEMS
#define ITEMS 1
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int ring[PLACES], first, used;
static int taken[N * ITEMS];

static void put(int item) {
    pthread_mutex_lock(&lock);
    while (used == PLACES)
        pthread_cond_wait(&not_full, &lock);
    ring[(first + used) % PLACES] = item;
    used++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static int take(void) {
    pthread_mutex_lock(&lock);
    while (used == 0)
        pthread_cond_wait(&not_empty, &lock);
    int item = ring[first];
    first = (first + 1) % PLACES;
    used--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return item;
}

static void *producer(void *argument) {
    int number = (int)(long)argument;
    for (int i = 0; i < ITEMS; i++)
        put(number * ITEMS + i);
    return 0;
}

static void *consumer(void *unused) {
    for (int i = 0; i < ITEMS; i++)
        taken[take()]++;
    return unused;
}

int main(void) {
    pthread_t producers[N], consumers[N];
    for (int i = 0; i < N; i++) {
        pthread_create(&producers[i], 0, producer, (void *)(long)i);
        pthread_create(&consumers[i], 0, consumer, 0);
    }
    for (int i = 0; i < N; i++) {
        pthread_join(producers[i], 0);
        pthread_join(consumers[i], 0);
    }
    for (int item = 0; item < N * ITEMS; item++)
        assert(taken[item] == 1);
    return 0;
}
