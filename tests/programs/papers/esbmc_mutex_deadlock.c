// The two reasons for a mutex that is never released: its owner has gone, or waits itself.
// expect: deadlock violated
// variant: -DOWNER_WAITS
// expect: deadlock violated
// variant: -DRELEASED
// expect: deadlock holds
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *owner(void *unused) {
    pthread_mutex_lock(&first);
#ifdef OWNER_WAITS
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
#endif
#if defined OWNER_WAITS || defined RELEASED
    pthread_mutex_unlock(&first);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, owner, 0);
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    pthread_join(thread, 0);
    return 0;
}
