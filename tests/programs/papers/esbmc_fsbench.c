// As many files as blocks fit onto a disk, unless two take the same block; one more does not.
// clang: -DBLOCKS=2 -DTHREADS=2
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DTHREADS=3
// expect: assert violated
// expect: race holds
// expect: deadlock holds
// variant: -DUNLOCKED
// expect: assert violated
// expect: race violated
#include "../../../bench/esbmc/fsbench.c"
