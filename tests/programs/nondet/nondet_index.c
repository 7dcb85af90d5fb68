// An index that can be anything is in bounds only where it is tested.
// expect: memory violated
// variant: -DTESTED
// expect: memory holds
extern unsigned char __VERIFIER_nondet_uchar(void);

static int table[10];

int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar();
#ifdef TESTED
    if (i >= 10)
        return 0;
#endif
    return table[i];
}
