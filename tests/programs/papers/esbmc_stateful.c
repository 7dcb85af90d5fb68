// Sums are the same in every order, unless two variables' locks are mixed up.
// clang: -DROUNDS=2
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DBAD
// expect: assert violated
// expect: race violated
// expect: deadlock holds
#include "../../../bench/esbmc/stateful.c"
