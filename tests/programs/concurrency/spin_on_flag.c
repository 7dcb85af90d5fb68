// Waiting in a loop for a flag: finitely many states, so the search ends; it is no deadlock.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
// variant: -DNEVER_SET
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static _Atomic int flag;
static int data;

static void *setter(void *unused) {
    data = 1;
#ifndef NEVER_SET
    flag = 1;
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, setter, 0);
    while (!flag)
        ;
    assert(data == 1);
    return 0;
}
