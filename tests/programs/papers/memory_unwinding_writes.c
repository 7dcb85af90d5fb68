// What a thread reads is one of the writes: the last one before it in the order of all writes.
// expect: assert holds
// variant: -DIMPOSSIBLE=0
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef IMPOSSIBLE
#define IMPOSSIBLE 3
#endif

static _Atomic int x;

static void *writer(void *unused) {
    x = 1;
    x = 2;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int first = x, second = x;
    pthread_join(thread, 0);
    assert(first != IMPOSSIBLE && second >= first && x == 2);
    return 0;
}
