// Which function a thread runs is decided while the program runs.
// expect: assert holds
// expect: race holds
// variant: -DEXPECTED=12
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef EXPECTED
#define EXPECTED 21
#endif

static int results[2];

static void *ones(void *argument) {
    *(int *)argument = 1;
    return 0;
}

static void *twenties(void *argument) {
    *(int *)argument = 20;
    return 0;
}

static void *(*table[2])(void *) = {ones, twenties};

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, table[1 - i], &results[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(results[0] == 20 && results[1] == 1);
    assert(results[0] + results[1] == EXPECTED);
    return 0;
}
