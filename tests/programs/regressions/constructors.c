// Constructors run before main, in the order of their priorities; destructors and atexit functions after it.
// expect: assert holds|unknown
// expect: reach violated|unknown
#include <assert.h>
#include <stdlib.h>
extern void reach_error(void);
int order;
__attribute__((constructor(102))) static void second(void) { assert(order == 1); order = 2; }
__attribute__((constructor(101))) static void first(void) { assert(order == 0); order = 1; }
static void last(void) { assert(order == 3); reach_error(); }
int main(void) {
    assert(order == 2);
    order = 3;
    atexit(last);
    return 0;
}
