// However long a thread sleeps or yields, another may be slower still.
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

static _Atomic int value;

static void *worker(void *unused) {
    value = 1;
    return 0;
}

int main(void) {
    struct timespec second = {1, 0};
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(sched_yield() == 0);
    assert(usleep(1000) == 0);
    assert(nanosleep(&second, 0) == 0);
    assert(sleep(100) == 0);
    assert(value == 1);
    return 0;
}
