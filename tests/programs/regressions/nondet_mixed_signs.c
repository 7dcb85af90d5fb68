// A comparison with an unsigned constant sees negative inputs as large ones; all cases are covered.
// args: --check reach
// expect: reach violated
// variant: -DNEVER
// expect: reach holds
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int value = __VERIFIER_nondet_int();
#ifdef NEVER
    if (value < 0 && value < 5u) reach_error();
    if (value > 100 && value + 28u < 128u) reach_error();
#else
    if (value > 4000000000u && value < -5 && value != -1000) {
        if (value == -77777) reach_error();
    }
#endif
    return 0;
}
