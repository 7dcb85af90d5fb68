// A thread starts another one and hands on its identifier.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DUNJOINED
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

static pthread_t grandchild;
static int value;

static void *inner(void *unused) {
    value++;
    return 0;
}

static void *outer(void *unused) {
    value++;
    pthread_create(&grandchild, 0, inner, 0);
    return 0;
}

int main(void) {
    pthread_t child;
    pthread_create(&child, 0, outer, 0);
    pthread_join(child, 0);
#ifndef UNJOINED
    pthread_join(grandchild, 0);
#endif
    assert(value == 2);
    return 0;
}
