// A stack whose push makes room before it writes, and forgets the lock.
// clang: -DELEMENTS=2
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DBAD
// expect: assert violated
// expect: race violated
#include "../../../bench/esbmc/stack.c"
