// memset takes the lowest byte of its wide argument.
// unwind: 10
// expect: assert holds
// variant: -DWHOLE
// expect: assert violated
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char cells[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    int value = __VERIFIER_nondet_int();
    unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 8 && i < 8);
    memset(cells, value, n);
#ifdef WHOLE
    assert(cells[i] == (i < n ? value : 1));
#else
    assert(cells[i] == (i < n ? (unsigned char)value : 1));
#endif
    return 0;
}
