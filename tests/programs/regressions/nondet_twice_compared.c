// Two inputs that are compared with each other, or through a third, are not split one by one.
// args: --check reach
// expect: reach violated|unknown
// variant: -DSUM
// expect: reach violated|unknown
// variant: -DPOINTER
// expect: reach violated|unknown
// variant: -DARRAY
// expect: reach violated|unknown
// variant: -DPRODUCT
// expect: reach violated|unknown
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int table[3];
int main(void) {
    int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
#ifdef SUM
    if (first > 10 && second > 10 && first < 1000 && second < 1000 && first + second == 777) reach_error();
#elif defined POINTER
    int *pointer = first > 0 ? &first : &second;
    *pointer = 5;
    if (first == 5 && second == 91) reach_error();
    if (second == 5 && first == -91) reach_error();
#elif defined ARRAY
    if (first >= 0 && first < 3) { table[first] = 7; if (table[2] == 7) reach_error(); }
#elif defined PRODUCT
    if (first * 3 == 21) reach_error();
#else
    if (first > 1000 && second < 2000 && second == first) reach_error();
#endif
    return 0;
}
