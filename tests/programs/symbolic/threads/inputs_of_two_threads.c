// Each thread chooses a number of its own by the same function; both can choose the same, and both the wanted sum.
// expect: assert violated
// variant: -DPARITY
// expect: assert holds
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned chosen[2];

static void *choose(void *argument) {
    unsigned n = __VERIFIER_nondet_uint();
#ifdef PARITY
    n = n / 2 * 2;
#endif
    chosen[(long)argument] = n;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, choose, (void *)1L);
    choose((void *)0L);
    pthread_join(thread, 0);
    assert(chosen[0] + chosen[1] * 2u != 0x87654321u);
    return 0;
}
