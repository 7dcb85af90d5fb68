// One way out of a function forgets to unlock.
// expect: deadlock violated
// expect: race holds
// variant: -DREMEMBERED
// expect: deadlock holds
// expect: race holds
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static void *take(void *unused) {
    pthread_mutex_lock(&lock);
    if (stock == 0) {
#ifdef REMEMBERED
        pthread_mutex_unlock(&lock);
#endif
        return 0;
    }
    stock--;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, take, 0);
    pthread_create(&second, 0, take, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    take(0);
    return 0;
}
