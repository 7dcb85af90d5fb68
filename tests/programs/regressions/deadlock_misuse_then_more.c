// After the misuse of a lock in one thread, another one's bugs are still found.
// expect: deadlock violated
// expect: reach violated
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int flag;

void *worker(void *unused) {
    flag = 1;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    if (flag) reach_error();
    pthread_join(thread, 0);
    return 0;
}
