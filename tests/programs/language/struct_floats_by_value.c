// Structures of floats: pairs share a vector register, doubles take one each, mixtures both kinds.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=9
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 8
#endif

struct flat { float x, y; };
struct deep { float x, y, z; };
struct wide { double x, y; };
struct mixture { int n; float f; };
struct both { double d; long n; };
struct one { float f; };

static struct flat mirror(struct flat p) { return (struct flat){p.y, p.x}; }
static struct deep scale(struct deep p, float by) { return (struct deep){p.x * by, p.y * by, p.z * by}; }
static struct wide add(struct wide a, struct wide b) { return (struct wide){a.x + b.x, a.y + b.y}; }
static struct mixture turn(struct mixture m) { return (struct mixture){(int)m.f, (float)m.n}; }
static struct both halve(struct both b) { b.d /= 2; b.n /= 2; return b; }
static struct one one(float f) { return (struct one){f}; }

int main(void) {
    struct flat f = mirror((struct flat){1.5f, -2.0f});
    assert(f.x == -2.0f && f.y == 1.5f);
    struct deep d = scale((struct deep){1, 2, 4}, 0.5f);
    assert(d.x == 0.5f && d.y == 1.0f && d.z == 2.0f);
    struct wide w = add((struct wide){0.25, 1}, (struct wide){0.5, -3});
    assert(w.x == 0.75 && w.y == -2.0);
    struct mixture m = turn((struct mixture){6, 7.9f});
    assert(m.n == 7 && m.f == 6.0f);
    struct both b = halve((struct both){5, 5});
    assert(b.d == 2.5 && b.n == 2);
    assert(one(8).f == EXPECTED);
    return 0;
}
