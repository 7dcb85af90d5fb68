// Two objects that were never written need not hold the same, and one and the same need not hold what it held in its earlier life.
// expect: reach violated
// variant: -DEARLIER_LIFE
// expect: reach violated
// variant: -DCLEARED
// expect: reach holds
// modular: reach
// variant: -DSAME
// expect: reach holds
// modular: reach
#include <stdlib.h>

extern void reach_error(void);

#ifdef CLEARED
#define NEW calloc(1, sizeof(int))
#else
#define NEW malloc(sizeof(int))
#endif

int main(void) {
#ifdef EARLIER_LIFE
    int before = 0;
    for (int i = 0; i < 2; i++) {
        int *object = NEW;
        if (i > 0 && *object != before)
            reach_error();
        before = *object;
    }
#else
    int *one = NEW, *other = NEW;
#ifdef SAME
    other = one;
#endif
    if (*one != *other)
        reach_error();
#endif
    return 0;
}
