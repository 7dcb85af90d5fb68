// A function without a body is a nondeterministic value where the user says so.
// args: --nondet-externs
// expect: assert violated
#include "check.h"

extern int mystery(void);

int main(void) {
    int n = mystery();
    assert(n != 12345);
    return 0;
}
