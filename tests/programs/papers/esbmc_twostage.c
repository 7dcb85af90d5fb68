// Two setters of values that belong together, in two stages: the reader comes between.
// clang: -DSETTERS=2 -DREADERS=1
// expect: assert violated
// expect: race violated
// expect: deadlock holds
// variant: -DREPAIRED
// expect: assert holds
// expect: race holds
// expect: deadlock holds
#include "../../../bench/esbmc/twostage.c"
