// Mutexes of C11 exclude, can be tried, timed, and recursive.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
// variant: -DWITHOUT
// expect: assert violated
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static int counter;

static int worker(void *unused) {
#ifndef WITHOUT
    assert(mtx_lock(&lock) == thrd_success);
#endif
    counter++;
#ifndef WITHOUT
    assert(mtx_unlock(&lock) == thrd_success);
#endif
    return 0;
}

int main(void) {
    struct timespec deadline = {1, 0};
    mtx_t recursive;
    thrd_t thread;
    mtx_init(&lock, mtx_timed);
    thrd_create(&thread, worker, 0);
    worker(0);
    thrd_join(thread, 0);
    assert(counter == 2);
    assert(mtx_trylock(&lock) == thrd_success);
    assert(mtx_trylock(&lock) == thrd_busy);
    assert(mtx_timedlock(&lock, &deadline) == thrd_timedout);
    mtx_unlock(&lock);
    mtx_destroy(&lock);
    mtx_init(&recursive, mtx_plain | mtx_recursive);
    assert(mtx_lock(&recursive) == thrd_success && mtx_lock(&recursive) == thrd_success);
    return 0;
}
