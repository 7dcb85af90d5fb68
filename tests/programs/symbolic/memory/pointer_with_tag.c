// The lowest bit of an aligned pointer holds a flag; forgotten, the access goes to another byte.
// targets: lp64
// expect: assert holds
// expect: memory holds
// variant: -DFORGOTTEN
// expect: assert violated
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned char cells[2] __attribute__((aligned(8))) = {4, 5};

int main(void) {
    uintptr_t flag = __VERIFIER_nondet_uint() % 6 == 5;
    uintptr_t word = (uintptr_t)cells | flag;
#ifndef FORGOTTEN
    word &= ~(uintptr_t)1;
#endif
    assert(*(unsigned char *)word == 4);
    return 0;
}
