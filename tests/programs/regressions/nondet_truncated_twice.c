// An input that is looked at in two widths has bugs that only both together show.
// args: --check reach
// expect: reach violated|unknown
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned value = __VERIFIER_nondet_uint();
    if ((unsigned char)value == 7 && value > 1000000) reach_error();
    return 0;
}
