// A function that asks the compiler for no checks is checked like any other.
// expect: overflow violated
// expect: shift violated
// expect: memory violated
#include "check.h"

extern int __VERIFIER_nondet_int(void);
struct { int few[2], others[2]; } pair;

__attribute__((no_sanitize("undefined"))) static int arithmetic(int number)
{
    return (number + 1) ^ (1 << number);
}

__attribute__((__no_sanitize__("bounds"))) static void element(int number)
{
    if (number == 2)
        pair.few[number] = 1;
}

int main(void)
{
    element(__VERIFIER_nondet_int());
    return arithmetic(__VERIFIER_nondet_int());
}
