// A field written at one index leaves all other fields, and the same field at other indices, as they were.
// expect: assert holds
// expect: memory holds
// variant: -DMAYBE_SAME
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static struct { signed char tag; int value; short rest; } rows[4] = {
    {0, 0, 0}, {1, 10, -1}, {2, 20, -2}, {3, 30, -3},
};

int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 4 && j < 4);
    rows[i].value = (int)__VERIFIER_nondet_uint();
    assert(rows[j].tag == (int)j && rows[j].rest == -(int)j);
#ifndef MAYBE_SAME
    if (i != j)
#endif
        assert(rows[j].value == 10 * (int)j);
    return 0;
}
