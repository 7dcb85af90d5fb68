// A block of one to eight bytes, written at an input's index: below the size, or at most the size.
// expect: memory holds
// expect: assert holds
// variant: -DRELATION=<=
// expect: memory violated
#include <assert.h>
#include <stdlib.h>

#ifndef RELATION
#define RELATION <
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(size >= 1 && size <= 8 && i RELATION size);
    unsigned char *block = malloc(size);
    block[i] = 5;
    assert(block[i] == 5);
    free(block);
    return 0;
}
