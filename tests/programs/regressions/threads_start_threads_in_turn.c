// Threads that start each other to some depth, one after the other.
// expect: assert holds
// expect: deadlock holds
// slow: order
// variant: -DTOO_MANY
// expect: assert violated
// slow: order
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int entered;

static void *enter(void *depth) {
    pthread_t thread;
    entered++;
    if ((long)depth < 2) {
        pthread_create(&thread, 0, enter, (void *)((long)depth + 1));
        pthread_join(thread, 0);
    }
    return depth;
}

int main(void) {
    enter(0);
#ifdef TOO_MANY
    assert(entered == 2);
#else
    assert(entered == 3);
#endif
    return 0;
}
