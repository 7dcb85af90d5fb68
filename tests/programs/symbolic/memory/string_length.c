// Four arbitrary characters and an end: the length is 0 to 4; with an arbitrary fifth character there may be no end.
// unwind: 6
// expect: assert holds
// expect: memory holds
// variant: -DFORBIDDEN=3
// expect: assert violated
// variant: -DNO_END
// expect: memory violated
#include <assert.h>
#include <string.h>

#ifndef FORBIDDEN
#define FORBIDDEN 5
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char text[5];
    unsigned n = __VERIFIER_nondet_uint();
    memcpy(text, &n, 4);
#ifdef NO_END
    text[4] = __VERIFIER_nondet_char();
#else
    text[4] = 0;
#endif
    assert(strlen(text) != FORBIDDEN);
    return 0;
}
