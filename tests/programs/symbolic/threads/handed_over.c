// A number goes from one thread to another: under a lock without a race, and either nothing or all of it is seen.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DUNLOCKED
// expect: race violated
// expect: assert holds
// variant: -DFORBIDDEN=0xfedcba98u
// expect: assert violated
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned sent, shared;

static unsigned look(void) {
    unsigned value;
#ifndef UNLOCKED
    pthread_mutex_lock(&lock);
#endif
    value = shared;
#ifndef UNLOCKED
    pthread_mutex_unlock(&lock);
#endif
    return value;
}

static void *receiver(void *unused) {
    unsigned value = look();
    assert(value == 0 || value == sent);
#ifdef FORBIDDEN
    assert(value * 3u != FORBIDDEN);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    sent = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, receiver, 0);
    pthread_mutex_lock(&lock);
    shared = sent;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
