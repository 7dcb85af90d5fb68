// The halves of a word exchanged through a pointer to halves: a rotation by 16.
// expect: assert holds
// variant: -DAMOUNT=8
// expect: assert violated
#include <assert.h>

#ifndef AMOUNT
#define AMOUNT 16
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), old = n;
    unsigned short *half = (unsigned short *)&n;
    unsigned short first = half[0];
    half[0] = half[1];
    half[1] = first;
    assert(n == (old << AMOUNT | old >> (32 - AMOUNT)));
    return 0;
}
