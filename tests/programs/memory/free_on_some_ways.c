// A pointer that was perhaps never set is perhaps the right one: what comes behind its free is reached.
// expect: assert violated
// expect: memory holds
// variant: -DNEVER_FREED
// expect: assert holds
// expect: memory holds
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *mine;
    int freed = 0;
    int whether = __VERIFIER_nondet_int();
    if (whether)
        mine = malloc(sizeof *mine);
#ifndef NEVER_FREED
    if (whether && mine != 0) {
        free(mine);
        freed = 1;
    }
#endif
    assert(!freed);
    return 0;
}
