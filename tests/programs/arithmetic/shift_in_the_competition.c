// In the competition a left shift that loses bits is an overflow; one by too much is not.
// args: --sv-comp --check overflow,shift
// expect: overflow violated
// expect: shift holds
// variant: -DNEGATIVE
// expect: overflow violated
// expect: shift holds
// variant: -DAMOUNT
// expect: overflow holds
// expect: shift violated
// variant: -DUNSIGNED
// expect: overflow holds
// expect: shift holds
extern int __VERIFIER_nondet_int(void);
int result;

int main(void)
{
    int value = __VERIFIER_nondet_int();
    if (value < 0 || value > 255)
        return 0;
#if defined NEGATIVE
    result = (value - 1) << 1;
#elif defined AMOUNT
    result = 0 << value;
#elif defined UNSIGNED
    result = (int)((unsigned)value << 31);
#else
    result = value << 24;
#endif
    return 0;
}
