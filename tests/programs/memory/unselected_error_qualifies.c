// A memory error that was not asked about stops its thread; what comes later is not looked at.
// args: --check assert
// expect: assert holds
#include <assert.h>
#include <stddef.h>

int main(void) {
    int *pointer = NULL;
    *pointer = 1;
    assert(0);
    return 0;
}
