// Threads that set two variables, one after the other, are looked at in between.
// clang: -DSETTERS=2 -DCHECKERS=1
// expect: assert violated
// expect: race violated
// expect: deadlock holds
// variant: -DREPAIRED
// expect: assert holds
// expect: race holds
// expect: deadlock holds
#include "../../../bench/esbmc/reorder.c"
