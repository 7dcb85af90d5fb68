// An atomic access and a plain one of the same variable race.
// expect: race violated
// variant: -DBOTH
// expect: race holds
#include <pthread.h>

static int n;

static void *worker(void *unused) {
    __atomic_store_n(&n, 1, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
#ifdef BOTH
    int seen = __atomic_load_n(&n, __ATOMIC_SEQ_CST);
#else
    int seen = n;
#endif
    pthread_join(thread, 0);
    return seen;
}
