// A signal sent before anybody waits is lost, unless the waiting thread looks at a flag first.
// expect: deadlock violated
// variant: -DWITH_FLAG
// expect: deadlock holds
// expect: race holds
// slow: schedule uw
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int flag;

static void *sender(void *unused) {
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_cond_signal(&arrived);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    pthread_mutex_lock(&lock);
#ifdef WITH_FLAG
    while (!flag)
#endif
        pthread_cond_wait(&arrived, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
