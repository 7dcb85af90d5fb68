// A block that grows by an input keeps what fits; the last byte of the new size exists, the one behind does not.
// unwind: 10
// expect: assert holds
// expect: memory holds
// variant: -DBEHIND=1
// expect: memory violated
#include <assert.h>
#include <stdlib.h>

#ifndef BEHIND
#define BEHIND 0
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    __VERIFIER_assume(size >= 3 && size <= 6);
    unsigned char *block = malloc(2);
    block[0] = 11;
    block[1] = 22;
    block = realloc(block, size);
    block[size - 1 + BEHIND] = 33;
    assert(block[0] == 11 && block[1] == 22);
    free(block);
    return 0;
}
