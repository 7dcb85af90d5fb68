// Pointers: differences, comparisons, walking backwards, bytes of a word, round trips through integers.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=4
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 3
#endif

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    int *p = a + 4, *q = &a[1];
    assert(p - q == EXPECTED && q - p == -3);
    assert(p > q && q >= a && a + 5 != p);
    assert(p[-4] == 1 && *(q - 1) == 1 && 2 [q] == 4);
    int sum = 0;
    for (int *r = a + 5; r-- != a;)
        sum = 10 * sum + *r;
    assert(sum == 54321);
    unsigned word = 0xa1b2c3d4;
    unsigned char *bytes = (unsigned char *)&word;
    assert(bytes[0] == 0xd4 && bytes[3] == 0xa1);
    bytes[1] = 0;
    assert(word == 0xa1b200d4);
    __UINTPTR_TYPE__ number = (__UINTPTR_TYPE__)q;
    int *back = (int *)number;
    assert(back == q && *back == 2);
    assert((char *)p - (char *)a == 4 * sizeof(int));
    void *untyped = q;
    assert(*(int *)(untyped + sizeof(int)) == 3);
    return 0;
}
