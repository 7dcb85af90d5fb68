// A search by halves in eight ordered numbers finds exactly those that are there, in at most four rounds.
// unwind: 5
// expect: assert holds
// expect: memory holds
// variant: -DMISSED=21
// expect: assert violated
#include <assert.h>

#ifndef MISSED
#define MISSED 22
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static const unsigned table[8] = {1, 2, 3, 5, 8, 13, 21, 34};

int main(void) {
    unsigned key = __VERIFIER_nondet_uint() * 3u, low = 0, high = 8, rounds = 0;
    _Bool found = 0;
    while (low < high && !found) {
        unsigned middle = (low + high) / 2;
        if (table[middle] == key)
            found = 1;
        else if (table[middle] < key)
            low = middle + 1;
        else
            high = middle;
        rounds++;
    }
    assert(rounds <= 4);
    assert(!(found && key == MISSED));
    assert(found || key != 13);
    return 0;
}
