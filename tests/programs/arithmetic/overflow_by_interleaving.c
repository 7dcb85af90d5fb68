// A sum overflows only when two threads add before it is reduced.
// expect: overflow violated
// variant: -DLOCKED
// expect: overflow holds
// expect: race holds
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level = INT_MAX - 1;

static void *pulse(void *unused) {
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
    level = level + 1;
    level = level - 1;
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, pulse, 0);
    pulse(0);
    pthread_join(thread, 0);
    return 0;
}
