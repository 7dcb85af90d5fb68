// Five philosophers who eat twice each; the last reaches for the other fork first.
#include <pthread.h>

enum { SEATS = 5, MEALS = 2 };

static pthread_mutex_t forks[SEATS];

static void *philosopher(void *argument) {
    int seat = (int)(long)argument;
    int first = seat, second = seat + 1;
    if (second == SEATS) {
        first = 0;
        second = seat;
    }
    for (int meal = 0; meal < MEALS; meal++) {
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]);
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return 0;
}

int main(void) {
    pthread_t threads[SEATS];
    for (int i = 0; i < SEATS; i++)
        pthread_create(&threads[i], 0, philosopher, (void *)(long)i);
    for (int i = 0; i < SEATS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
