// signal tells what was set before, for each signal.
// expect: assert holds
// variant: -DWRONG
// expect: assert violated
#include <assert.h>
#include <errno.h>
#include <signal.h>

int main(void) {
    assert(signal(SIGINT, SIG_IGN) == SIG_DFL);
    assert(signal(SIGTERM, SIG_DFL) == SIG_DFL);
    assert(signal(SIGINT, SIG_DFL) == SIG_IGN);
    assert(signal(SIGINT, SIG_IGN) == SIG_DFL);
    assert(signal(SIGKILL, SIG_IGN) == SIG_ERR && errno == EINVAL);
    assert(signal(1000, SIG_IGN) == SIG_ERR);
#ifdef WRONG
    assert(signal(SIGINT, SIG_IGN) == SIG_DFL);
#endif
    return 0;
}
