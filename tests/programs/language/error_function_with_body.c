// To call __VERIFIER_error is an error whatever its body does, also through a pointer.
// expect: reach violated
// variant: -DPOINTER
// expect: reach violated
// variant: -DNEVER
// expect: reach holds
#include "check.h"

extern int __VERIFIER_nondet_int(void);

void __VERIFIER_error(void)
{
}

void (*volatile handler)(void) = __VERIFIER_error;

int main(void)
{
    int input = __VERIFIER_nondet_int();
#if defined POINTER
    if (input == 5)
        handler();
#elif defined NEVER
    if (input == 5 && input == 6)
        __VERIFIER_error();
#else
    if (input == 5)
        __VERIFIER_error();
#endif
    return 0;
}
