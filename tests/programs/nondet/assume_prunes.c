// What an assumption excludes is not looked at; all three spellings mean the same.
// expect: assert holds
// variant: -DASSUME=__ESBMC_assume
// expect: assert holds
// variant: -DASSUME=__CPROVER_assume
// expect: assert holds
// variant: -DASSUME=(void)
// expect: assert violated
#include <assert.h>

#ifndef ASSUME
#define ASSUME __VERIFIER_assume
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void __ESBMC_assume(_Bool);
extern void __CPROVER_assume(_Bool);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar();
    ASSUME(a > 3);
    ASSUME(a < 6);
    assert(a == 4 || a == 5);
    return 0;
}
