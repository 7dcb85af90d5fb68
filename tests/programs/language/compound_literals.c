// Compound literals: of arrays, structures, with addresses taken, and at file scope.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=8
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 9
#endif

struct range { int from, to; };

static int *primes = (int[]){2, 3, 5, 7};
static struct range *unit = &(struct range){0, 1};

static int width(const struct range *r) { return r->to - r->from; }

int main(void) {
    int n = 4;
    assert(width(&(struct range){n, 3 * n + 1}) == EXPECTED);
    assert(primes[3] == 7 && width(unit) == 1);
    unit->to = 8;
    assert(width(unit) == 8);
    assert(((int[]){1, n, 3})[1] == 4);
    struct range r = (struct range){.to = 2};
    r = (struct range){r.to, r.from};
    assert(r.from == 2 && r.to == 0);
    const char *word = (char[]){'h', 'i', 0};
    assert(word[1] == 'i');
    return 0;
}
