// Of all four-character strings one is the password; as a word it is 0x2179656b, the first character lowest.
// unwind: 6
// expect: assert violated
// variant: -DKNOWN
// expect: assert holds
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[5];
    unsigned n = __VERIFIER_nondet_uint();
    memcpy(text, &n, 4);
    text[4] = 0;
    _Bool equal = strcmp(text, "key!") == 0;
#ifdef KNOWN
    assert(equal == (n == 0x2179656bu));
#else
    assert(!equal);
#endif
    return 0;
}
