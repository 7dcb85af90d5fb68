// A ticket lock excludes, if tickets are drawn in one step.
// expect: assert holds
// expect: race holds
// variant: -DTWO_STEPS
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

static _Atomic int next, serving;
static int counter;

static void *worker(void *unused) {
#ifdef TWO_STEPS
    int mine = next;
    next = mine + 1;
#else
    int mine = next++;
#endif
    while (serving != mine)
        ;
    counter++;
    serving++;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    assert(counter == 2);
    return 0;
}
