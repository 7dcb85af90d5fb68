// An assumption over a shared variable keeps the schedules in which it was true in time.
// expect: assert holds
// variant: -DUNORDERED
// expect: assert violated
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

static _Atomic int ready, data;

static void *writer(void *unused) {
#ifdef UNORDERED
    ready = 1;
    data = 5;
#else
    data = 5;
    ready = 1;
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    __VERIFIER_assume(ready);
    assert(data == 5);
    return 0;
}
