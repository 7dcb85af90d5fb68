// A pointer one past the end may be made and compared, but not followed.
// expect: memory holds
// expect: assert holds
// variant: -DFOLLOWED
// expect: memory violated
#include <assert.h>

int main(void) {
    int array[3] = {1, 2, 3}, sum = 0;
    int *end = array + 3;
    for (int *p = array; p != end; p++)
        sum += *p;
    assert(sum == 6 && end - array == 3);
#ifdef FOLLOWED
    return *end;
#endif
    return 0;
}
