// Members of returned structures used in place; structures assigned, nested and compared by member.
// expect: assert holds
// variant: -DEXPECTED=14
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 15
#endif

struct inner { int row[3]; };
struct outer { struct inner left, right; };

static struct outer make(int n) {
    struct outer o = {{{n, n + 1, n + 2}}, {{-n}}};
    return o;
}

int main(void) {
    struct outer a = make(4), b;
    b = a;
    b.left = b.right;
    a.right.row[2] = 9;
    assert(b.left.row[0] == -4 && b.left.row[2] == 0 && b.right.row[2] == 0);
    struct outer *p = &a;
    (*p).left.row[1]++;
    b = *p;
    /* 6 + 9 */
    assert(b.left.row[1] + b.right.row[2] == EXPECTED);
    assert(make(7).left.row[2] == 9);
    return 0;
}
