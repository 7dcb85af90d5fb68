// A writer changes two variables under a read-write lock; readers never see one of the changes alone.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DWRITES_AS_READER
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *writer(void *unused) {
#ifdef WRITES_AS_READER
    pthread_rwlock_rdlock(&lock);
#else
    pthread_rwlock_wrlock(&lock);
#endif
    x++;
    y++;
    pthread_rwlock_unlock(&lock);
    return 0;
}

static void *reader(void *unused) {
    pthread_rwlock_rdlock(&lock);
    assert(x == y);
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, writer, 0);
    pthread_create(&u, 0, reader, 0);
    reader(0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 1 && y == 1);
    return 0;
}
