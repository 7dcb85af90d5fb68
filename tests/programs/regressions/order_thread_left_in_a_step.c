// A thread is left where a loop was unwound far enough, or goes round for nothing; in the same step
// it would still take inputs and make objects, which nobody has thought of then.
// expect: assert violated
// variant: -DENOUGH
// expect: assert holds
// expect: race holds
// variant: -DBOTH
// expect: race violated

#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#ifdef ENOUGH
#define MOST 3
#else
#define MOST 2
#endif

int never_written, shared;

#ifdef BOTH
static void count(void) { shared++; }
#else
static void count(void)
{
    __VERIFIER_atomic_begin();
    shared++;
    __VERIFIER_atomic_end();
}
#endif

void *worker(void *unused)
{
    int rounds = __VERIFIER_nondet_uchar() & 3;
    for (int round = 0; round < rounds; round++)
        count();
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, worker, NULL);
#ifdef BOTH
    pthread_create(&second, NULL, worker, NULL);
    while (never_written == 0)
        if (__VERIFIER_nondet_bool())
            break;
#else
    __VERIFIER_atomic_begin();
    int seen = shared;
    __VERIFIER_atomic_end();
    assert(seen <= MOST);
#endif
    return 0;
}
