// Branches on constants, dead code with errors in it, and code after a return are never reached.
// expect: assert holds
// expect: division holds
// expect: memory holds
#include "check.h"

static const int limit = 4;

static int early(int n) {
    return n;
    assert(0);
}

int main(void) {
    if (0) {
        int *nothing = NULL;
        *nothing = 1 / (limit - 4);
    }
    while (0)
        assert(0);
    for (; limit < 4;)
        assert(0);
    switch (limit) {
    case 3:
        assert(0);
    case 4:
        break;
    }
    assert(early(3) == 3);
    return 0;
}
