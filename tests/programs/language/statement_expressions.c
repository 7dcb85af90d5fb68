// GNU statement expressions, typeof and automatic types.
// expect: assert holds
// variant: -DEXPECTED=5
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 6
#endif

#define larger(a, b)                   \
    ({                                 \
        typeof(a) first = (a);         \
        typeof(b) second = (b);        \
        first > second ? first : second; \
    })

int main(void) {
    int n = 5;
    int m = larger(n++, 3);
    assert(m == 5 && n == EXPECTED);
    int fallen = ({
        int sum = 0;
        for (int i = 0; i < 4; i++)
            sum += i;
        sum;
    });
    assert(fallen == 6);
    __auto_type copy = larger(2.5, 1);
    assert(copy == 2.5 && sizeof copy == 8);
    return 0;
}
