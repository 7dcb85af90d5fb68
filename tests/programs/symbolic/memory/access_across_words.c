// A word read at any byte offset: unaligned, out of two neighbouring words.
// expect: assert holds
// expect: memory holds
// variant: -DMOST=5
// expect: memory violated
#include <assert.h>

#ifndef MOST
#define MOST 4
#endif

extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

struct __attribute__((packed)) word { unsigned value; };

int main(void) {
    unsigned long both = __VERIFIER_nondet_ulong();
    unsigned offset = __VERIFIER_nondet_uint();
    __VERIFIER_assume(offset <= MOST);
    struct word *word = (struct word *)((char *)&both + offset);
    assert(word->value == (unsigned)(both >> 8 * offset));
    return 0;
}
