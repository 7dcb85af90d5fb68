// Reversing the bits twice changes nothing, and every word is the reverse of exactly one.
// expect: assert holds
// variant: -DHIT
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned reverse(unsigned n) {
    n = (n >> 1 & 0x55555555u) | (n & 0x55555555u) << 1;
    n = (n >> 2 & 0x33333333u) | (n & 0x33333333u) << 2;
    n = (n >> 4 & 0x0f0f0f0fu) | (n & 0x0f0f0f0fu) << 4;
    n = (n >> 8 & 0x00ff00ffu) | (n & 0x00ff00ffu) << 8;
    return n >> 16 | n << 16;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
#ifdef HIT
    assert(reverse(n) != 0x2C48D159u);
#else
    assert(reverse(reverse(n)) == n);
#endif
    return 0;
}
