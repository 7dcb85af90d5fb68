// A thread is waited for by an identifier that nobody has set: it may be any number, also that of a thread that runs.
// expect: memory violated
// expect: assert violated
// variant: -DSTARTED
// expect: memory holds
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static int result;

static void *worker(void *unused) {
    result = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
#ifdef STARTED
    pthread_create(&thread, 0, worker, 0);
#endif
    pthread_join(thread, 0);
    assert(result == 1);
    return 0;
}
