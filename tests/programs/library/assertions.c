// A failing assertion ends the process, so that nothing comes after it.
// expect: assert violated
// expect: reach holds
// variant: -DPERROR
// expect: assert violated
// expect: reach holds
#define _GNU_SOURCE
#include <assert.h>

void reach_error(void) {
}

int main(void) {
#ifdef PERROR
    assert_perror(1);
#else
    assert(0 && "never");
#endif
    reach_error();
    return 0;
}
