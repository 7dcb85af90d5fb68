// Unprotected increments may get lost, but what they write is positive.
// clang: -DTHREADS=2 -DSTATEMENTS=3
// expect: assert holds
// expect: race violated
// expect: deadlock holds
// variant: -DTOO_MUCH
// expect: assert violated
// expect: race violated
#include "../../../bench/esbmc/micro.c"
