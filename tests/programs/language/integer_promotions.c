// The usual arithmetic conversions, where they surprise.
// expect: assert holds
// variant: -DEXPECTED=0
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 1
#endif

int main(void) {
    unsigned char a = 200, b = 100;
    signed char s = -1;
    unsigned u = 1;
    short h = -1;
    assert(a + b == 300);
    assert((unsigned char)(a + b) == 44);
    assert((s > u) == EXPECTED);
    assert(s < (unsigned char)1);
    assert(~a == -201 && -b == -100);
    assert((unsigned short)h == 65535 && h == -1);
    assert((-1 < 1u) == 0 && (-1LL < 1u) == 1);
    assert(sizeof(a + b) == sizeof(int) && sizeof('x') == sizeof(int));
    assert('\xff' == -1 && '\377' < 0);
    return 0;
}
