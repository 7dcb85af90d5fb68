// Blocks that one line of the program allocates are different ones, whichever thread comes by.
// expect: assert holds
// expect: race holds
// variant: -DONE_FOR_ALL
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int common;

static int *fresh(void) {
#ifdef ONE_FOR_ALL
    return &common;
#else
    return malloc(sizeof(int));
#endif
}

static void *user(void *argument) {
    int *block = fresh();
    *block = *(int *)argument;
    assert(*block == *(int *)argument);
    return 0;
}

int main(void) {
    pthread_t thread;
    int one = 1, two = 2;
    pthread_create(&thread, 0, user, &one);
    user(&two);
    pthread_join(thread, 0);
    (void)common;
    return 0;
}
