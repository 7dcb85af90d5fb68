/* No thread is needed to go wrong. Inputs come from functions named
   __VERIFIER_nondet_..., which stand for any value: the sum can overflow, and there
   can be nothing to divide by. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int average(int sum, int next, int count) {
    return (sum + next) / count;
}

int main(void) {
    int sum = __VERIFIER_nondet_int();
    int count = __VERIFIER_nondet_uchar();

    return average(sum, 1, count) > 100;
}
