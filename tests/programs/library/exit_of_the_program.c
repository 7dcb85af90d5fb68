// A function of the program's own that is named exit is not what main returns into; handlers run all the same.
// expect: reach holds
// expect: assert holds
// variant: -DCALLED
// expect: reach violated
// variant: -DHANDLER
// expect: assert violated
#include <assert.h>

int atexit(void (*handler)(void));
void reach_error(void);

static int calls;

void exit(int status) {
    reach_error();
    for (;;)
        ;
}

static void handler(void) {
#ifdef HANDLER
    assert(calls == 1);
#else
    assert(calls == 0);
#endif
}

int main(void) {
    atexit(handler);
#ifdef CALLED
    calls = 1;
#endif
    if (calls == 1)
        exit(1);
    return 0;
}
