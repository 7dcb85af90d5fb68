// Three threads started and joined in loops, each with its own argument; the loop's variable is no argument.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DSAME
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static int number[3] = {1, 2, 3};
static int square[3];

static void *worker(void *argument) {
    int mine = *(int *)argument;
    if (mine >= 1 && mine <= 3)
        square[mine - 1] = mine * mine;
    return 0;
}

int main(void) {
    pthread_t thread[3];
    int i;
    for (i = 0; i < 3; i++)
#ifdef SAME
        pthread_create(&thread[i], 0, worker, &i);
#else
        pthread_create(&thread[i], 0, worker, &number[i]);
#endif
    for (int j = 0; j < 3; j++)
        pthread_join(thread[j], 0);
    assert(square[0] + square[1] + square[2] == 14);
    return 0;
}
