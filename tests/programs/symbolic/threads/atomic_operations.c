// Operations in one step on a wide number wrap without an overflow and give the old value.
// expect: assert holds
// expect: overflow holds
// variant: -DPLAIN
// expect: overflow violated
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    atomic_int number = a;
    assert(atomic_fetch_add(&number, b) == a);
    assert((unsigned)number == (unsigned)a + (unsigned)b);
    assert(atomic_fetch_xor(&number, -1) == (int)((unsigned)a + (unsigned)b));
    assert(number == ~(int)((unsigned)a + (unsigned)b));
    assert(atomic_exchange(&number, b) == ~(int)((unsigned)a + (unsigned)b) && number == b);
#ifdef PLAIN
    int plain = a + b;
    assert(plain - b == a);
#endif
    return 0;
}
