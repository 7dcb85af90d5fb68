// A slot is handed over by two conditions; filled too late, it shows the item before.
// clang: -DITEMS=2
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// slow: schedule uw
// variant: -DBAD
// expect: assert violated
// expect: race violated
// slow: schedule uw
#include "../../../bench/esbmc/sync02.c"
