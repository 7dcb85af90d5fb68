// The two threads of the ESBMC paper: increment, then decrement if the value has grown.
// expect: assert violated
// expect: race violated
// expect: deadlock holds
// variant: -DLOCKED
// expect: assert holds
// expect: race holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void enter(void) {
#ifdef LOCKED
    pthread_mutex_lock(&lock);
#endif
}

static void leave(void) {
#ifdef LOCKED
    pthread_mutex_unlock(&lock);
#endif
}

static void *tested_in_place(void *unused) {
    enter();
    shared++;
    if (shared > 1)
        shared--;
    leave();
    return 0;
}

static void *tested_before(void *unused) {
    enter();
    shared++;
    _Bool grown = shared > 1;
    if (grown)
        shared--;
    leave();
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, tested_in_place, 0);
    pthread_create(&second, 0, tested_before, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(shared == 1);
    return 0;
}
