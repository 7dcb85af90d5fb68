// Shifting by too much, by a negative amount, and by just enough.
// expect: shift violated
// variant: -DAMOUNT=-1
// expect: shift violated
// variant: -DAMOUNT=31
// expect: shift holds
// variant: -DRIGHT
// expect: shift violated
#ifndef AMOUNT
#define AMOUNT 32
#endif

static unsigned value = 1;
static int amount = AMOUNT;

int main(void) {
#ifdef RIGHT
    return (int)(value >> amount);
#else
    return (int)(value << amount != 0);
#endif
}
