// The same call in a loop, in a function or in a thread gives a new value each time; a copy does not change.
// unwind: 3
// expect: assert holds
// variant: -DFRESH
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned next(void) { return __VERIFIER_nondet_uint() * 3u; }

int main(void) {
    unsigned kept[2];
#ifdef FRESH
    for (int i = 0; i < 2; i++)
        kept[i] = next();
#else
    unsigned n = next();
    for (int i = 0; i < 2; i++)
        kept[i] = n;
#endif
    assert(kept[0] == kept[1]);
    return 0;
}
