// Of two writes in a row others may see the first, unless both are in one section or behind one lock.
// expect: assert violated
// variant: -DLOCKED
// expect: assert holds
// expect: race holds
// variant: -DSECTION
// expect: assert holds
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void enter(void) {
#if defined LOCKED
    pthread_mutex_lock(&mutex);
#elif defined SECTION
    __VERIFIER_atomic_begin();
#endif
}

static void leave(void) {
#if defined LOCKED
    pthread_mutex_unlock(&mutex);
#elif defined SECTION
    __VERIFIER_atomic_end();
#endif
}

static void *writer(void *unused) {
    enter();
    x = 1;
    x = 2;
    leave();
    enter();
    x = x + 1;
    x = x - 1;
    leave();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    enter();
    int seen = x;
    leave();
    assert(seen == 0 || seen == 2);
    (void)mutex;
    return 0;
}
