// Two philosophers who eat twice, with their forks in an array.
// expect: deadlock violated
// variant: -DPOLITE
// expect: deadlock holds
// expect: race holds
#include <pthread.h>

enum { SEATS = 2, MEALS = 2 };

static pthread_mutex_t forks[SEATS];

static void *philosopher(void *argument) {
    int left = (int)(long)argument, right = (left + 1) % SEATS;
#ifdef POLITE
    if (left > right) {
        int other = left;
        left = right;
        right = other;
    }
#endif
    for (int meal = 0; meal < MEALS; meal++) {
        pthread_mutex_lock(&forks[left]);
        pthread_mutex_lock(&forks[right]);
        pthread_mutex_unlock(&forks[right]);
        pthread_mutex_unlock(&forks[left]);
    }
    return 0;
}

int main(void) {
    pthread_t threads[SEATS];
    for (int i = 0; i < SEATS; i++)
        pthread_mutex_init(&forks[i], 0);
    for (int i = 0; i < SEATS; i++)
        pthread_create(&threads[i], 0, philosopher, (void *)(long)i);
    for (int i = 0; i < SEATS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
