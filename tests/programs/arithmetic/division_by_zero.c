// Dividing by zero, with the quotient and with the remainder.
// expect: division violated
// variant: -DREMAINDER
// expect: division violated
// variant: -DUNSIGNED
// expect: division violated
// variant: -DFLOAT
// expect: division holds
// variant: -DDIVISOR=2
// expect: division holds
#ifndef DIVISOR
#define DIVISOR 0
#endif

static int divisor = DIVISOR;

int main(void) {
#if defined REMAINDER
    return 7 % divisor;
#elif defined UNSIGNED
    return 7u / (unsigned)divisor;
#elif defined FLOAT
    return 7.0 / divisor > 1;
#else
    return 7 / divisor;
#endif
}
