// An index beyond a member array is an error even where the bytes after it are the same object's.
// expect: memory violated
// variant: -DBY_BYTES
// expect: memory holds
// expect: assert holds
#include <assert.h>

struct record {
    int values[2];
    int after;
};

int main(void) {
    struct record r = {{1, 2}, 3};
#ifdef BY_BYTES
    int *bytes = (int *)&r;
    assert(bytes[2] == 3);
#else
    int i = 2;
    return r.values[i];
#endif
    return 0;
}
