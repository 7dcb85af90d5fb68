// Atomic objects that no instruction fits are still read and written at once.
// expect: assert holds
// expect: race holds
// variant: -DPLAIN
// expect: assert violated
#include <assert.h>
#include <pthread.h>

struct triple {
    long one, two, three;
};

#ifdef PLAIN
static struct triple shared;
#else
static _Atomic struct triple shared;
#endif

static void *worker(void *unused) {
    struct triple new = {1, 1, 1};
    shared = new;
    return 0;
}

int main(void) {
    pthread_t thread;
    struct triple seen;
    pthread_create(&thread, 0, worker, 0);
    seen = shared;
    assert(seen.one == seen.three);
    return 0;
}
