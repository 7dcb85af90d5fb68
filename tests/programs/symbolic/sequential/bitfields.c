// Fields of 3 and of 5 bits keep the lower bits of a wide number, the signed one with its sign.
// expect: assert holds
// variant: -DFORBIDDEN=-3
// expect: assert violated
#include <assert.h>

#ifndef FORBIDDEN
#define FORBIDDEN 16
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static struct { unsigned narrow : 3; int with_sign : 5; unsigned rest : 24; } fields;

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    fields.rest = 0xabcdef;
    fields.narrow = n;
    fields.with_sign = (int)(n * 7u);
    assert(fields.narrow == n % 8 && fields.rest == 0xabcdef);
    assert((fields.with_sign & 31) == (int)(n * 7u % 32));
    assert(fields.with_sign != FORBIDDEN);
    return 0;
}
