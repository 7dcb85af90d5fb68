// A queue that is emptied once it was said to be filled; saying so too early is an error.
// clang: -DELEMENTS=3
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DBAD
// expect: assert violated
// expect: race holds
// expect: deadlock holds
#include "../../../bench/esbmc/queue.c"
