// Structures assigned on two paths: all fields come from the same one.
// expect: assert holds
// variant: -DMIXED
// expect: assert violated
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct pair { unsigned char tag; unsigned long value; };

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    struct pair a = {1, n}, b = {2, ~(unsigned long)n}, chosen;
    if (n % 9 == 4)
        chosen = a;
    else
        chosen = b;
#ifdef MIXED
    chosen.tag = 1;
#endif
    assert(chosen.value == (chosen.tag == 1 ? n : ~(unsigned long)n));
    return 0;
}
