// A loop that reads an input in each round beside another thread: the run that is shown takes the same way.
// unwind: 3
// expect: assert violated
// expect: race holds
// variant: -DCORRECT
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

static atomic_int shared;

static void *writer(void *unused)
{
    (void)unused;
    shared = 7;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int sum = 0;
    pthread_create(&thread, NULL, writer, NULL);
    shared = 1;
    for (int round = 0; round < 2; round++) {
        int input = __VERIFIER_nondet_int();
        if (input == 1000 + round)
            sum += shared;
    }
#ifdef CORRECT
    assert(sum <= 14);
#else
    assert(sum != 8);
#endif
    pthread_join(thread, NULL);
    return 0;
}
