// A pointer that was given a value on one way only may lead to anything on the other one; what it leads to is no
// object of those that it was given.
// expect: assert violated
// expect: memory violated
// slow: order
// variant: -DGIVEN
// expect: assert holds
// expect: memory holds
#include <assert.h>
#include <pthread.h>

static _Atomic int is_there;
static int place, result;

static void *worker(void *unused) {
    is_there = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    int *pointer;
    pthread_create(&thread, 0, worker, 0);
#ifdef GIVEN
    pointer = &result;
#else
    if (is_there)
        pointer = &result;
#endif
    *pointer = 5;
    pthread_join(thread, 0);
    assert(result == 5 && place == 0);
    return 0;
}
