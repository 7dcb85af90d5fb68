// volatile orders nothing between threads: the accesses race.
// expect: race violated
// expect: assert holds
// variant: -DATOMIC
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>

#ifdef ATOMIC
static _Atomic int flag;
#else
static volatile int flag;
#endif

static void *worker(void *unused) {
    flag = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    while (!flag)
        ;
    assert(flag == 1);
    pthread_join(thread, 0);
    return 0;
}
