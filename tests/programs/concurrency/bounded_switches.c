// A bound on context switches can hide a bug, and then the answer says that it is bounded.
// args: --contexts 1
// expect: assert bounded
#include <assert.h>
#include <pthread.h>

static _Atomic int n;

static void *worker(void *unused) {
    n++;
    n--;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int first = n;
    int second = n;
    /* Fails only when the worker's first step comes between: two switches. */
    assert(first == second);
    return 0;
}
