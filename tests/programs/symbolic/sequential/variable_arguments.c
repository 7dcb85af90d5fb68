// A function with variable arguments adds as many of them as an input says.
// unwind: 4
// expect: assert holds
// variant: -DFORBIDDEN=111
// expect: assert violated
#include <assert.h>
#include <stdarg.h>

#ifndef FORBIDDEN
#define FORBIDDEN 112
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static int sum(unsigned count, ...) {
    va_list list;
    int result = 0;
    va_start(list, count);
    for (unsigned i = 0; i < count; i++)
        result += va_arg(list, int);
    va_end(list);
    return result;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 3);
    int result = sum(n, 1, 10, 100);
    assert(result == 0 || result == 1 || result == 11 || result == 111);
    assert(result != FORBIDDEN);
    return 0;
}
