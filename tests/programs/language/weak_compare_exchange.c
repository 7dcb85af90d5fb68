// A weak compare-and-exchange may fail by itself: a single try is not enough, a loop is.
// expect: assert holds
// slow: lazy bmc
// variant: -DSINGLE_TRY
// expect: assert violated
#include <assert.h>
#include <stdatomic.h>

static atomic_int number = 1;

int main(void) {
    int expected = 1;
#ifdef SINGLE_TRY
    atomic_compare_exchange_weak(&number, &expected, 2);
#else
    while (!atomic_compare_exchange_weak(&number, &expected, 2))
        ;
#endif
    assert(number == 2);
    return 0;
}
