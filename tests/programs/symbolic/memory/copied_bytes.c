// memcpy of any number of bytes: so many are the source's, the rest is as before; nine do not fit.
// unwind: 12
// expect: assert holds
// expect: memory holds
// variant: -DMOST=9
// expect: memory violated
#include <assert.h>
#include <string.h>

#ifndef MOST
#define MOST 8
#endif

extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned long source[2] = {__VERIFIER_nondet_ulong(), 0}, target = 0;
    unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= MOST && i < 8);
    memcpy(&target, source, n);
    unsigned char *from = (unsigned char *)source, *to = (unsigned char *)&target;
    assert(to[i] == (i < n ? from[i] : 0));
    return 0;
}
