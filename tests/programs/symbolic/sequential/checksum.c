// Some four bytes have the checksum of "lamp" (3314136); none is above that of four times 255 (7849920).
// expect: assert violated
// variant: -DTARGET=7849921
// expect: assert holds
#include <assert.h>

#ifndef TARGET
#define TARGET 3314136
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), sum = 0;
    sum = sum * 31 + (n & 255);
    sum = sum * 31 + (n >> 8 & 255);
    sum = sum * 31 + (n >> 16 & 255);
    sum = sum * 31 + (n >> 24);
    assert(sum != TARGET);
    return 0;
}
