// Two readers can be inside together.
// expect: assert violated
// expect: deadlock holds
// variant: -DWRITERS
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static _Atomic int inside;

static void *worker(void *unused) {
#ifdef WRITERS
    assert(pthread_rwlock_wrlock(&lock) == 0);
#else
    assert(pthread_rwlock_rdlock(&lock) == 0);
#endif
    assert(++inside == 1);
    --inside;
    assert(pthread_rwlock_unlock(&lock) == 0);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
