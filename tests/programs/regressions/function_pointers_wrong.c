// Calling what is no function is an error; calling through an integer that came from one is not.
// expect: memory violated
// variant: -DCASE=1
// expect: memory violated
// variant: -DCASE=2
// expect: memory violated
// variant: -DCASE=3
// expect: memory holds
// expect: assert holds
// variant: -DCASE=4
// expect: memory violated
#include <assert.h>
#include <stdint.h>
#ifndef CASE
#define CASE 0
#endif
int data;
static int five(int more) { return 5 + more; }
int main(void) {
    uintptr_t number[] = {0, (uintptr_t)&data, 4711, (uintptr_t)five, (uintptr_t)five + 1};
    volatile int which = CASE;
    int (*function)(int) = (int (*)(int))number[which];
    assert(function(2) == 7);
    return 0;
}
