// Peterson's lock as the paper's compiler optimised it while `volatile` was missing: nobody
// waits. Violated; `peterson_good.c` tells more.
#define STALE
#include "peterson_good.c"
