// A failing assertion ends the run: what follows is reached by other inputs only.
// expect: assert violated
// expect: reach holds
// variant: -DOTHER=11
// expect: assert violated
// expect: reach violated
#include <assert.h>

#ifndef OTHER
#define OTHER 10
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    assert(n * 9u != 90u);
    if (n * 7u == OTHER * 7u)
        reach_error();
    return 0;
}
