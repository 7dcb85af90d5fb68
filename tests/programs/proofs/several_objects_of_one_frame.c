// A loop that takes memory from its frame has several objects from one place, and a write to the newest says nothing of the others.
// expect: assert violated
// expect: memory holds
// variant: -DNEWEST
// expect: assert holds
// expect: memory holds
// modular: assert memory
#include <alloca.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *previous = 0;
    int number = __VERIFIER_nondet_int() & 7;
    for (int i = 0; i < number; i++) {
        if (i == 0)
            continue;
        int *newest = alloca(sizeof *newest);
        *newest = 9;
#ifdef NEWEST
        if (previous)
            *previous = 4;
        assert(*newest == 9);
#else
        if (previous)
            assert(*previous == 9);
#endif
        *newest = 3;
        previous = newest;
    }
    return 0;
}
