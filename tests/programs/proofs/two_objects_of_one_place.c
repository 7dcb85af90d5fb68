// The newest object of a place is one of its own, the one before it is not the newest any more, though a pointer to it is still there.
// expect: assert violated
// expect: memory holds
// modular: memory
// variant: -DNEWEST
// expect: assert holds
// expect: memory holds
// modular: assert memory
// variant: -DNEWEST -DFREED
// expect: assert holds
// expect: memory holds
// modular: assert
// variant: -DNEWEST -DFREED -DKEPT
// expect: memory violated
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int *previous = 0;
    int number = __VERIFIER_nondet_uchar() % 4;
    for (int i = 0; i < number; i++) {
        int *newest = malloc(sizeof *newest);
        *newest = 1;
        if (previous) {
#ifdef NEWEST
            *previous = 4;
            assert(*newest == 1);
#else
            assert(*previous == 1);
#endif
#ifdef FREED
            free(previous);
#endif
        }
        *newest = 2;
#ifdef KEPT
        if (!previous)
#endif
            previous = newest;
    }
    return 0;
}
