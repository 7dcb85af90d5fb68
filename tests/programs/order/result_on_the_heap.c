// A thread's result is a block that it allocated; who joins it reads and frees it.
// expect: assert holds
// expect: memory holds
// expect: race holds
// variant: -DFREED_BY_ITS_MAKER
// expect: memory violated
// variant: -DTHE_SAME
// expect: memory violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *maker(void *argument) {
    int *block = malloc(sizeof *block);
    *block = *(int *)argument + 1;
#ifdef FREED_BY_ITS_MAKER
    free(block);
#endif
    return block;
}

int main(void) {
    pthread_t thread[2];
    int argument[2] = {10, 20};
    void *result[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], 0, maker, &argument[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], &result[i]);
#ifndef FREED_BY_ITS_MAKER
    assert(result[0] != result[1]);
#endif
    assert(*(int *)result[0] == 11);
    free(result[0]);
#ifdef THE_SAME
    free(result[0]);
#else
    assert(*(int *)result[1] == 21);
    free(result[1]);
#endif
    return 0;
}
