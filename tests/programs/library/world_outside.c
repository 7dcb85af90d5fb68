// The environment is empty, no signals arrive, and other processes are not modelled.
// expect: assert holds
// variant: -DSYSTEM
// expect: assert unknown
// variant: -DFORK
// expect: assert unknown
// variant: -DHANDLER
// expect: assert unknown
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(int unused) {
}

int main(void) {
    sigset_t set;
    assert(getenv("HOME") == 0);
    assert(getpid() == getpid() && getpid() > 0);
    assert(signal(SIGPIPE, SIG_IGN) == SIG_DFL);
    assert(sigemptyset(&set) == 0 && sigaddset(&set, SIGINT) == 0);
    assert(pthread_sigmask(SIG_BLOCK, &set, 0) == 0);
#ifdef SYSTEM
    system("true");
#endif
#ifdef FORK
    fork();
#endif
#ifdef HANDLER
    signal(SIGINT, handler);
#endif
    return 0;
}
