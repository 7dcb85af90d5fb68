// Two philosophers who both reach to their left first can starve each other.
// expect: deadlock violated
// expect: assert holds
// variant: -DORDERED
// expect: deadlock holds
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t fork_0 = PTHREAD_MUTEX_INITIALIZER, fork_1 = PTHREAD_MUTEX_INITIALIZER;
static int eaten;

static void eat(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    eaten++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *philosopher(void *unused) {
#ifdef ORDERED
    eat(&fork_0, &fork_1);
#else
    eat(&fork_1, &fork_0);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, philosopher, 0);
    eat(&fork_0, &fork_1);
    pthread_join(thread, 0);
    assert(eaten == 2);
    return 0;
}
