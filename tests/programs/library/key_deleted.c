// A deleted key takes no values, its destructor is not called, and a new key starts with NULL.
// expect: assert holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void destructor(void *unused) {
    assert(0);
}

static void *worker(void *unused) {
    pthread_key_t key, other;
    pthread_key_create(&key, destructor);
    pthread_setspecific(key, &key);
    assert(pthread_key_delete(key) == 0);
    assert(pthread_key_delete(key) == EINVAL);
    assert(pthread_setspecific(key, &key) == EINVAL);
    pthread_key_create(&other, destructor);
    assert(pthread_getspecific(other) == 0);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
