// The options with which a program is built (here: optimised, no checks of the compiler) do not
// change what is looked at: the program as it is written, with all checks.
// clang: -O2 -fno-sanitize=undefined -fsanitize=address
// expect: reach violated
// variant: -DHEAP
// expect: memory violated
// variant: -DARRAY
// expect: memory violated
// variant: -DARITHMETIC
// expect: overflow violated
// expect: shift violated
#include "check.h"
extern void *malloc(size_t);
extern void free(void *);

extern int __VERIFIER_nondet_int(void);
struct { int few[2], others[2]; } pair;

void reach_error(void)
{
}

int main(void)
{
    int input = __VERIFIER_nondet_int();
#if defined HEAP
    int *place = malloc(sizeof *place);
    place[1] = 3;
    free(place);
#elif defined ARRAY
    if (input == 2)
        pair.few[input] = 1;
#elif defined ARITHMETIC
    int sum = input + 1;
    int shifted = 1 << input;
    return sum == shifted;
#else
    if (input == 5)
        reach_error();
#endif
    return 0;
}
