// A circular buffer gives its elements in order, unless one is counted before it is written.
// clang: -DROUNDS=3 -DSIZE=2
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DBAD
// expect: assert violated
// expect: race violated
// slow: schedule uw
#include "../../../bench/esbmc/circular_buffer.c"
