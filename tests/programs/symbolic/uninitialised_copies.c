// A local variable that was never written has one value from its first read on, copies included.
// expect: assert holds
// variant: -DCASE=1
// expect: assert holds
// variant: -DCASE=2
// expect: assert holds
// variant: -DCASE=3
// expect: assert holds
// variant: -DCASE=4
// expect: assert holds
// variant: -DCASE=5
// expect: assert holds
// variant: -DCASE=6
// expect: assert holds
// variant: -DCASE=7
// expect: assert holds
// variant: -DCASE=8
// expect: assert violated
// variant: -DCASE=9
// expect: assert violated
// variant: -DCASE=10
// expect: assert violated
#include <assert.h>

#ifndef CASE
#define CASE 0
#endif

int first, second;
int places[3];
extern int __VERIFIER_nondet_int(void);

static void keep_twice(int value)
{
    first = value;
    second = value;
}

static int pass_on(void)
{
    int value;
    return value;
}

int main(void)
{
    int never;
#if CASE == 0
    first = never;
    second = never;
#elif CASE == 1 /* paths join */
    int input = __VERIFIER_nondet_int();
    if (input)
        first = never;
    second = never;
    if (!input)
        first = second;
#elif CASE == 2 /* round and round */
    for (int i = 0; i < 3; i++)
        places[i] = never;
    first = places[0];
    second = places[2];
#elif CASE == 3 /* through another variable */
    int copy = never;
    first = copy;
    second = never;
#elif CASE == 4 /* as an argument */
    keep_twice(never);
#elif CASE == 5 /* in one statement */
    first = second = never;
#elif CASE == 6 /* out of a function */
    int copy = pass_on();
    first = copy;
    second = copy;
#elif CASE == 7 /* the choice is made where the paths have joined */
    int other;
    if (__VERIFIER_nondet_int())
        other = 3;
    first = other;
    second = other;
#elif CASE == 8 /* any value */
    first = never;
    second = 77;
#elif CASE == 9 /* another variable is another value */
    int other;
    first = never;
    second = other;
#elif CASE == 10 /* and so is that of another round */
    for (int i = 0; i < 2; i++) {
        int fresh;
        int *nothing = &fresh;
        places[i] = *nothing;
    }
    first = places[0];
    second = places[1];
#endif
    assert(first == second);
    return 0;
}
