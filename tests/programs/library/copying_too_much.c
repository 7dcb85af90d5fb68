// Functions that write beyond their target are found out, wherever it ends.
// expect: memory violated
// variant: -DSTRING
// expect: memory violated
// variant: -DFORTIFIED
// expect: memory violated
// variant: -DENOUGH
// expect: memory holds
#include <string.h>

void *__memcpy_chk(void *, const void *, size_t, size_t);

int main(void) {
    char target[8], source[9] = "12345678";
    size_t size = sizeof source;
#ifdef ENOUGH
    size = sizeof target;
#endif
#if defined STRING
    strcpy(target, source);
#elif defined FORTIFIED
    __memcpy_chk(target, source, 6, 5);
#else
    memcpy(target, source, size);
#endif
    return 0;
}
