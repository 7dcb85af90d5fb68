// Unsigned 16-bit factors are promoted to int, in which 65535 times 65535 overflows; signed ones always fit.
// expect: overflow violated
// variant: -DSIGNED
// expect: overflow holds
extern unsigned short __VERIFIER_nondet_ushort(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
#ifdef SIGNED
    short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
#else
    unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
#endif
    int product = a * b;
    return product == 1;
}
