// Waiting for a condition with a mutex that one does not own is undefined.
// expect: deadlock violated
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_cond_wait(&changed, &lock);
    return 0;
}
