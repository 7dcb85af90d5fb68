// A thread-local variable counts what its own thread does; a common one counts too much, or loses some.
// expect: assert holds
// expect: race holds
// variant: -D_Thread_local=
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

static _Thread_local int count;

static void *worker(void *unused) {
    count++;
    count++;
    assert(count == 2);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    assert(count == 2);
    return 0;
}
