// Small values are tried one by one, so what holds is proved.
// expect: assert holds
// variant: -DFORBIDDEN=200
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 300
#endif

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    _Bool b = __VERIFIER_nondet_bool();
    assert(b == 0 || b == 1);
    unsigned char c = __VERIFIER_nondet_uchar();
    assert(c != FORBIDDEN);
    char d = __VERIFIER_nondet_char();
    assert(d * d <= 16384);
    return 0;
}
