// A place can be saved; jumping back to it is not modelled, and says so.
// expect: assert holds
// variant: -DJUMPS
// expect: assert unknown
#include <assert.h>
#include <setjmp.h>

int main(void) {
    static jmp_buf place;
    int again = setjmp(place);
    assert(again == 0);
#ifdef JUMPS
    longjmp(place, 1);
#endif
    return 0;
}
