// A thread that another thread starts gets in the way of one that was there before.
// expect: assert violated
// variant: -DPLAIN
// expect: race violated
// variant: -DLOCKS
// expect: deadlock violated
// variant: -DAPART
// expect: assert holds
// expect: race holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

#ifdef PLAIN
static int x;
#else
static _Atomic int x;
#endif
static int y;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *leaf(void *unused) {
#if defined(LOCKS)
    both(&two, &one);
#elif defined(APART)
    y = 1;
#else
    x = 1;
#endif
    return 0;
}

static void *starter(void *unused) {
    pthread_t thread;
    pthread_create(&thread, 0, leaf, 0);
    return 0;
}

static void *reader(void *unused) {
#ifdef LOCKS
    both(&one, &two);
#else
    int seen = x;
#ifndef PLAIN
    assert(seen == 0);
#endif
#endif
    return 0;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, reader, 0);
    pthread_create(&threads[1], 0, starter, 0);
    pthread_join(threads[0], 0);
    return 0;
}
