// Words that meet at one place of a hash table: none gets lost where places are locked.
// clang: -DTHREADS=2 -DWORDS=2 -DSIZE=8
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DUNLOCKED
// expect: assert violated
// expect: race violated
#include "../../../bench/esbmc/indexer.c"
