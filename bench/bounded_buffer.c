// Two producers and two consumers share a buffer of two places; three items each.
#include <assert.h>
#include <pthread.h>

enum { PLACES = 2, ITEMS = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int used;

static void *producer(void *unused) {
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (used == PLACES)
            pthread_cond_wait(&not_full, &lock);
        used++;
        assert(used <= PLACES);
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

static void *consumer(void *unused) {
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (used == 0)
            pthread_cond_wait(&not_empty, &lock);
        used--;
        assert(used >= 0);
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, i % 2 ? consumer : producer, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    return 0;
}
