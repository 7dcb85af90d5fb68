// Copying a structure takes several steps: a reader can see half of it.
// expect: assert violated
// expect: race violated
// variant: -DLOCKED
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

struct pair { int a, b; };

static struct pair shared;
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

static void *writer(void *unused) {
    struct pair new = {1, 1};
    enter();
    shared = new;
    leave();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    enter();
    struct pair seen = shared;
    leave();
    assert(seen.a == seen.b);
    pthread_join(thread, 0);
    return 0;
}
