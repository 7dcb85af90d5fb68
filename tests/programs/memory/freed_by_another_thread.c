// One thread frees a block that another may still use.
// expect: memory violated
// variant: -DJOINED
// expect: memory holds
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *worker(void *unused) {
    *block = 2;
    return 0;
}

int main(void) {
    pthread_t thread;
    block = malloc(sizeof *block);
    *block = 1;
    pthread_create(&thread, 0, worker, 0);
#ifdef JOINED
    pthread_join(thread, 0);
    assert(*block == 2);
#endif
    free(block);
#ifndef JOINED
    pthread_join(thread, 0);
#endif
    return 0;
}
