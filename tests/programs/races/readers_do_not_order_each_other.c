// Whoever reads under a read-write lock comes after the writers before, and not after other readers.
// expect: race violated
// variant: -DWRITES
// expect: race holds
// variant: -DMARKED
// expect: race violated
// variant: -DMARKED -DWRITES
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;
static atomic_int round;

#ifdef MARKED
#define MARK atomic_store_explicit(&round, 1, memory_order_relaxed)
#define MARKED_BY_NOW atomic_load_explicit(&round, memory_order_relaxed)
#else
#define MARK (void)round
#define MARKED_BY_NOW 1
#endif

static void *first(void *unused) {
#ifdef WRITES
    pthread_rwlock_wrlock(&lock);
#else
    pthread_rwlock_rdlock(&lock);
#endif
    data = 1;
    pthread_rwlock_unlock(&lock);
    MARK;
    return unused;
}

int main(void) {
    pthread_t thread;
    int seen = 0;
    pthread_create(&thread, 0, first, 0);
    if (MARKED_BY_NOW) {
        pthread_rwlock_rdlock(&lock);
        seen = data;
        pthread_rwlock_unlock(&lock);
    }
    pthread_join(thread, 0);
    return seen;
}
