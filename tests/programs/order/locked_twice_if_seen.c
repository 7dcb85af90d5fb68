// A thread locks its mutex a second time only if it has seen what another one wrote.
// expect: deadlock violated
// variant: -DUNLOCKED_FIRST
// expect: deadlock holds
// expect: race holds
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int flag;

static void *setter(void *unused) {
    flag = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, setter, 0);
    pthread_mutex_lock(&lock);
    if (flag) {
#ifdef UNLOCKED_FIRST
        pthread_mutex_unlock(&lock);
#endif
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
