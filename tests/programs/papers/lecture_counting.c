// Two threads count to three each without a lock: the result can be as low as two.
// expect: assert violated
// expect: race violated
// variant: -DLEAST=2
// expect: assert holds
// expect: race violated
// variant: -DLOCKED -DLEAST=6
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

#ifndef LEAST
#define LEAST 3
#endif

static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
    for (int i = 1; i <= 3; i++) {
#ifdef LOCKED
        pthread_mutex_lock(&lock);
#endif
        int copy = n;
        n = copy + 1;
#ifdef LOCKED
        pthread_mutex_unlock(&lock);
#endif
    }
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, count, 0);
    pthread_create(&second, 0, count, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(n >= LEAST && n <= 6);
    return 0;
}
