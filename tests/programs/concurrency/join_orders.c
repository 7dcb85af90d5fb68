// What happens before a thread is created, and after it is joined, never races with it.
// expect: race holds
// expect: assert holds
// variant: -DTOO_EARLY
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static int data;

static void *worker(void *unused) {
    data *= 2;
    return 0;
}

int main(void) {
    pthread_t thread;
    data = 4;
    pthread_create(&thread, 0, worker, 0);
#ifdef TOO_EARLY
    assert(data == 8);
#endif
    pthread_join(thread, 0);
    assert(data == 8);
    return 0;
}
