// A string literal cannot be written to; a character array can.
// expect: memory violated
// variant: -DARRAY
// expect: memory holds
// expect: assert holds
#include <assert.h>

int main(void) {
#ifdef ARRAY
    char word[] = "abc";
#else
    char *word = "abc";
#endif
    word[1] = 'B';
    assert(word[1] == 'B' && word[2] == 'c');
    return 0;
}
