// Numbers wrap around: what is right of sums and differences of whole numbers is not right of theirs.
// expect: assert violated
// variant: -DLIMIT=247
// expect: assert holds
// modular: assert
// variant: -DDIFFERENCE
// expect: assert violated
// variant: -DDIFFERENCE -DTESTED
// expect: assert holds
#include <assert.h>
#include <pthread.h>

#ifndef LIMIT
#define LIMIT 248
#endif

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned char sum = 217;

#ifdef DIFFERENCE
static void *worker(void *unused) {
    unsigned char small = __VERIFIER_nondet_bool(), large = __VERIFIER_nondet_bool();
    unsigned char apart = small - large;
#ifdef TESTED
    if (large > small)
        return unused;
#endif
    assert(apart < 2);
    return unused;
}
#else
static void *worker(void *unused) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&mutex);
        if (sum < LIMIT)
            sum += 10;
        assert(sum >= 217);
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}
#endif

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    (void)mutex;
    (void)sum;
    return 0;
}
