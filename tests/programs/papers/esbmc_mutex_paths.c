// Two threads that lock and unlock one mutex: some orders wait, all of them end.
// expect: deadlock holds
// expect: race holds
#include <pthread.h>

static pthread_mutex_t lock;

static void *thread(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&lock, 0);
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, thread, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_mutex_destroy(&lock);
    return 0;
}
