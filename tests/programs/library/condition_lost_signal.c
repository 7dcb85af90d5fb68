// A signal is not kept for those who wait later.
// expect: deadlock violated
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_cond_signal(&changed);
    pthread_cond_broadcast(&changed);
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
