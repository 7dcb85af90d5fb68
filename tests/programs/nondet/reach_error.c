// The error function of verification tasks: reached or not.
// expect: reach violated
// expect: assert holds
// variant: -DBOUND=256
// expect: reach holds
#ifndef BOUND
#define BOUND 255
#endif

extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n >= BOUND)
        reach_error();
    return 0;
}
