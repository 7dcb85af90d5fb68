// A lock protects nothing from threads that take another one.
// clang: -DRIGHT=1 -DWRONG=2
// expect: assert violated
// expect: race violated
// expect: deadlock holds
// variant: -DREPAIRED
// expect: assert holds
// expect: race holds
// expect: deadlock holds
#include "../../../bench/esbmc/wronglock.c"
