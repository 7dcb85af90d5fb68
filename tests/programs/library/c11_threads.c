// Threads of C11: results are ints, by return and by thrd_exit.
// expect: assert holds
// expect: deadlock holds
// expect: memory holds
#include <assert.h>
#include <threads.h>
#include <time.h>

static thrd_t first;

static int returns(void *argument) {
    assert(thrd_equal(first, thrd_current()));
    return *(int *)argument - 50;
}

static int exits(void *argument) {
    thrd_exit(*(int *)argument);
}

int main(void) {
    struct timespec second = {1, 0};
    static int value = 42;
    thrd_t thread;
    int result;
    assert(thrd_create(&first, returns, &value) == thrd_success);
    assert(!thrd_equal(first, thrd_current()));
    assert(thrd_join(first, &result) == thrd_success && result == -8);
    assert(thrd_create(&thread, exits, &value) == thrd_success);
    assert(thrd_join(thread, &result) == thrd_success && result == 42);
    assert(thrd_create(&thread, exits, &value) == thrd_success);
    assert(thrd_detach(thread) == thrd_success);
    assert(thrd_sleep(&second, 0) == 0);
    thrd_yield();
    return 0;
}
