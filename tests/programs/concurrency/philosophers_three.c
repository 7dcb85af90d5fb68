// Three philosophers around a table; one who reaches to the other side first breaks the circle.
// expect: deadlock violated
// variant: -DLEFT_HANDED
// expect: deadlock holds
// expect: race holds
#include <pthread.h>

static pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};

static void *philosopher(void *argument) {
    int seat = (int)(long)argument;
    int first = seat, second = (seat + 1) % 3;
#ifdef LEFT_HANDED
    if (seat == 2) {
        first = 0;
        second = 2;
    }
#endif
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, philosopher, (void *)1L);
    pthread_create(&second, 0, philosopher, (void *)2L);
    philosopher((void *)0L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
