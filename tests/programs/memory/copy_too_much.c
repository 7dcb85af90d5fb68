// memcpy and strcpy beyond their target.
// expect: memory violated
// variant: -DSTRING
// expect: memory violated
// variant: -DFITS
// expect: memory holds
// expect: assert holds
#include <assert.h>
#include <string.h>

int main(void) {
    char source[6] = "12345", target[5];
#if defined STRING
    strcpy(target, source);
#elif defined FITS
    memcpy(target, source, 5);
    assert(target[4] == '5');
#else
    memcpy(target, source, 6);
#endif
    return 0;
}
