// Structures that travel in one or two registers, as arguments and as results.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=0
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 77
#endif

struct pair { int a, b; };
struct triple { int a, b, c; };
struct mixed { char c; long n; };
struct bytes { unsigned char b[3]; };
struct five { char b[5]; };
struct wrapped { void *p; };
struct single { short s; };

static struct pair swap(struct pair p) { return (struct pair){p.b, p.a}; }
static struct triple rotate(struct triple t) { return (struct triple){t.b, t.c, t.a}; }
static struct mixed bump(struct mixed m) { m.c++; m.n *= 2; return m; }
static struct bytes reverse(struct bytes x) { return (struct bytes){{x.b[2], x.b[1], x.b[0]}}; }
static struct five shift(struct five x) { for (int i = 4; i > 0; i--) x.b[i] = x.b[i - 1]; return x; }
static struct wrapped wrap(void *p) { struct wrapped w = {p}; return w; }
static struct single negate(struct single s) { s.s = (short)-s.s; return s; }

int main(void) {
    struct pair p = swap((struct pair){1, 2});
    assert(p.a == 2 && p.b == 1);
    struct triple t = rotate((struct triple){1, 2, 3});
    assert(t.a == 2 && t.b == 3 && t.c == 1);
    struct mixed m = {'a', -21}, changed = bump(m);
    assert(changed.c == 'b' && changed.n == -42 && m.c == 'a' && m.n == -21);
    struct bytes b = reverse((struct bytes){{1, 2, 255}});
    assert(b.b[0] == 255 && b.b[1] == 2 && b.b[2] == 1);
    struct five f = shift((struct five){"abcd"});
    assert(f.b[0] == 'a' && f.b[1] == 'a' && f.b[4] == 'd');
    int target = 77;
    assert(negate((struct single){5}).s == -5);
    assert(*(int *)wrap(&target).p == EXPECTED);
    return 0;
}
