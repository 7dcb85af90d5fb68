// Nothing is reached behind a division by zero, which is told by its own check: what holds behind it holds of the runs up to there.
// expect: reach holds
// expect: division violated
// modular: reach
// variant: -DDIVISOR=1
// expect: reach violated
// expect: division holds
// modular: division
extern void reach_error(void);

#ifndef DIVISOR
#define DIVISOR 0
#endif

int main(void) {
    int divisor = DIVISOR;
    int quotient = 1 / divisor;
    reach_error();
    return quotient;
}
