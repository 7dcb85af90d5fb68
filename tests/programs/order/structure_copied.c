// A structure is copied while another thread changes it: a mixture of old and new, without a lock.
// expect: assert violated
// expect: race violated
// variant: -DLOCKED
// expect: assert holds
// expect: race holds
// variant: -DLOCKED -DNEVER_NEW
// expect: assert violated
// expect: race holds
#include <assert.h>
#include <pthread.h>

struct pair {
    int a, b;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct pair shared;

static void enter(void) {
#ifdef LOCKED
    pthread_mutex_lock(&mutex);
#endif
}

static void leave(void) {
#ifdef LOCKED
    pthread_mutex_unlock(&mutex);
#endif
}

static void *writer(void *unused) {
    struct pair fresh = {5, 5};
    enter();
    shared = fresh;
    leave();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    enter();
    struct pair copy = shared;
    leave();
    assert(copy.a == copy.b);
#ifdef NEVER_NEW
    assert(copy.a == 0);
#endif
    return 0;
}
