// Two locks taken in opposite orders: a deadlock; in the same order: none.
// expect: deadlock violated
// expect: race holds
// variant: -DSAME_ORDER
// expect: deadlock holds
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void *transfer(void *unused) {
#ifdef SAME_ORDER
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
#else
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
#endif
    balance -= 3;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, transfer, 0);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    balance += 5;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(thread, 0);
    assert(balance == 12);
    return 0;
}
