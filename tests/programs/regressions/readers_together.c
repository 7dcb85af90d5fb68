// Two readers hold a lock together; a writer excludes both; a reader that asks to write waits for itself.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
// variant: -DTOGETHER
// expect: assert violated
// variant: -DUPGRADE
// expect: deadlock violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
atomic_int readers;
int data;

void *reader(void *unused) {
    pthread_rwlock_rdlock(&lock);
    int now = ++readers;
    assert(data == 0 || data == 2);
#ifdef TOGETHER
    assert(now != 2);
#endif
#ifdef UPGRADE
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
#endif
    readers--;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, reader, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_rwlock_wrlock(&lock);
    assert(readers == 0);
    data = 1;
    data = 2;
    pthread_rwlock_unlock(&lock);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
