// What a function means by its name, and how long its variables live, does not depend on whether
// it asks to be inlined.
// expect: reach violated
// variant: -DATOMIC
// expect: assert holds
// expect: race holds
// variant: -DRETURNED
// expect: memory violated
// variant: -DLENT
// expect: memory violated
#include "check.h"

#define FORCED static inline __attribute__((always_inline))

extern int __VERIFIER_nondet_int(void);
static int counter;

FORCED void reach_error(void)
{
}

FORCED void __VERIFIER_atomic_increment(void)
{
    counter++;
}

FORCED int *address_of_a_variable(void)
{
    int variable = 1;
    int *address = &variable;
    return address;
}

static void *reading(void *place)
{
    return *(int *)place ? place : 0;
}

FORCED pthread_t start_with_a_variable(void)
{
    pthread_t thread;
    int variable = 1;
    pthread_create(&thread, 0, reading, &variable);
    return thread;
}

static void *incrementing(void *unused)
{
    __VERIFIER_atomic_increment();
    return unused;
}

int main(void)
{
#if defined ATOMIC
    pthread_t thread;
    pthread_create(&thread, 0, incrementing, 0);
    incrementing(0);
    pthread_join(thread, 0);
    assert(counter == 2);
#elif defined RETURNED
    int *address = address_of_a_variable();
    return *address;
#elif defined LENT
    pthread_join(start_with_a_variable(), 0);
#else
    if (__VERIFIER_nondet_int() == 5)
        reach_error();
#endif
    return 0;
}
