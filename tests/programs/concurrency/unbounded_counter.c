// Numbers that grow for ever have no finite set of states: within a depth the answer is bounded.
// args: --depth 40
// expect: assert bounded
#include <assert.h>
#include <pthread.h>

static _Atomic unsigned n;

int main(void) {
    for (;;) {
        n++;
        assert(n != 1000000);
    }
}
