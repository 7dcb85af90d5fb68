// Two blocks of different sizes; the second element exists in one of them only.
// expect: memory violated
// variant: -DTESTED
// expect: memory holds
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    _Bool large = n * 9u != 90009u;
    int *block;
    if (large)
        block = malloc(8);
    else
        block = malloc(4);
    block[0] = 1;
#ifdef TESTED
    if (n != 10001)
#endif
        block[1] = 2;
    free(block);
    return 0;
}
