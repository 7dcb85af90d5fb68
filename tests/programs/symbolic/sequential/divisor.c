// A divisor that is zero for one word in 2^32 (3 is invertible), and one that is always odd.
// expect: division violated
// variant: -DFACTOR=2u
// expect: division holds
#ifndef FACTOR
#define FACTOR 3u
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    return 1000u / (n * FACTOR - 70001u) == 1000;
}
