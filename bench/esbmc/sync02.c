// sync02 (table 2 of the paper): a producer hands items to a consumer through one slot; two
// condition variables say that the slot was filled, and that it was emptied.
// Property: the consumer gets every item, in order. It holds.
//   -DBAD      the producer says that the slot is filled, and writes the item only after
//              it has left the locked section: the consumer may get the previous item,
//              violated
//   -DITEMS=n  items (20)
// Loops: ITEMS; a thread waits in a loop, once more for each wake-up that was for nothing.
#include <assert.h>
#include <pthread.h>

#ifndef ITEMS
#define ITEMS 20
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t was_filled = PTHREAD_COND_INITIALIZER;
static pthread_cond_t was_emptied = PTHREAD_COND_INITIALIZER;
static _Bool filled;
static int slot;

static void *producer(void *unused) {
    for (int item = 1; item <= ITEMS; item++) {
        pthread_mutex_lock(&lock);
        while (filled)
            pthread_cond_wait(&was_emptied, &lock);
        filled = 1;
#ifndef BAD
        slot = item;
#endif
        pthread_cond_signal(&was_filled);
        pthread_mutex_unlock(&lock);
#ifdef BAD
        slot = item;
#endif
    }
    return 0;
}

static void *consumer(void *unused) {
    for (int item = 1; item <= ITEMS; item++) {
        pthread_mutex_lock(&lock);
        while (!filled)
            pthread_cond_wait(&was_filled, &lock);
        int got = slot;
        filled = 0;
        pthread_cond_signal(&was_emptied);
        pthread_mutex_unlock(&lock);
        assert(got == item);
    }
    return 0;
}

int main(void) {
    pthread_t producing, consuming;
    pthread_create(&producing, 0, producer, 0);
    pthread_create(&consuming, 0, consumer, 0);
    pthread_join(producing, 0);
    pthread_join(consuming, 0);
    return 0;
}
