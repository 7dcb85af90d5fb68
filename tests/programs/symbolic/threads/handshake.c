// Whoever sees the flag sees the number; with the flag set first it may see nothing yet, and there is a race.
// expect: assert holds
// expect: race holds
// variant: -DTOO_EARLY
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static _Atomic int ready;
static unsigned sent, data;

static void *receiver(void *unused) {
    if (ready)
        assert(data == (sent ^ 0x5a5a5a5au));
    return 0;
}

int main(void) {
    pthread_t thread;
    sent = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, receiver, 0);
#ifdef TOO_EARLY
    ready = 1;
    data = sent ^ 0x5a5a5a5au;
#else
    data = sent ^ 0x5a5a5a5au;
    ready = 1;
#endif
    pthread_join(thread, 0);
    return 0;
}
