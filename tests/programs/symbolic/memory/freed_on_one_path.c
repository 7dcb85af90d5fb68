// The block is freed for the number 8 alone; writing to it afterwards is wrong for that number.
// expect: memory violated
// variant: -DTESTED
// expect: memory holds
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int *block = malloc(sizeof *block);
    if (n * 13u == 104u)
        free(block);
#ifdef TESTED
    if (n != 8)
#endif
        *block = 1;
    return 0;
}
