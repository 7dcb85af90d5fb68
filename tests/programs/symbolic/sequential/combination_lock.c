// A machine that opens after the inputs 17, 4711, 99 in a row, and goes back at any other.
// unwind: 5
// expect: assert violated
// variant: -DROUNDS=2
// expect: assert holds
#include <assert.h>

#ifndef ROUNDS
#define ROUNDS 4
#endif

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int state = 0;
    for (int i = 0; i < ROUNDS; i++) {
        unsigned n = __VERIFIER_nondet_uint() * 3u;
        switch (state) {
        case 0: state = n == 17 ? 1 : 0; break;
        case 1: state = n == 4711 ? 2 : n == 17 ? 1 : 0; break;
        case 2: state = n == 99 ? 3 : 0; break;
        }
    }
    assert(state != 3);
    return 0;
}
