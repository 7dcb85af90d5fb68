// An addition that stops at the limits, told by the overflow builtin, against 64-bit arithmetic.
// expect: assert holds
// expect: overflow holds
// variant: -DONE_SIDED
// expect: assert violated
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), sum;
    if (__builtin_add_overflow(a, b, &sum))
#ifdef ONE_SIDED
        sum = INT_MAX;
#else
        sum = a < 0 ? INT_MIN : INT_MAX;
#endif
    long exact = (long)a + b;
    long limited = exact > INT_MAX ? INT_MAX : exact < INT_MIN ? INT_MIN : exact;
    assert(sum == limited);
    return 0;
}
