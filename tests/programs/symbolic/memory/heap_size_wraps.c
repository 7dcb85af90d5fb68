// The size in bytes is computed in 32 bits: for 0x40000001 elements it is 4, and the second element is outside.
// expect: memory violated
// variant: -DSMALL
// expect: memory holds
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
#ifdef SMALL
    __VERIFIER_assume(n == 2 || n == 3);
#else
    __VERIFIER_assume(n == 2 || n == 0x40000001u);
#endif
    int *block = malloc(n * 4u);
    block[1] = 1;
    free(block);
    return 0;
}
