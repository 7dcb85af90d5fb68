// While a writer is inside, no reader is.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int left, right;

static void *writer(void *unused) {
    pthread_rwlock_wrlock(&lock);
    left++;
    right++;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    assert(pthread_rwlock_init(&lock, 0) == 0);
    pthread_create(&thread, 0, writer, 0);
    pthread_rwlock_rdlock(&lock);
    assert(left == right);
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}
