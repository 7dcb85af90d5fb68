// A thread that stops at a false assumption does not hide what another thread can do.
// expect: assert violated
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

static _Atomic int n;

static void *careful(void *unused) {
    __VERIFIER_assume(n == 99);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, careful, 0);
    n = 1;
    assert(n != 1);
    return 0;
}
