// A search that breaks out of its loop: index and element belong together at the exit, wherever it was left.
// unwind: 5
// expect: assert holds
// expect: memory holds
// variant: -DALWAYS_FOUND
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned cells[4], key = __VERIFIER_nondet_uint(), i;
    for (i = 0; i < 4; i++)
        cells[i] = __VERIFIER_nondet_uint();
    unsigned before = 0;
    for (i = 0; i < 4; i++) {
        if (cells[i] == key)
            break;
        before = cells[i] ^ key;
    }
    assert(i == 0 || before != 0);
#ifdef ALWAYS_FOUND
    assert(i < 4);
#else
    assert(i == 4 || cells[i] == key);
#endif
    return 0;
}
