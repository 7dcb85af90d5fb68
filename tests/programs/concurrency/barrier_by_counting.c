// A barrier of one's own for two threads: nobody reads before both have written.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// slow: schedule uw
// variant: -DWITHOUT_BARRIER
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t everybody = PTHREAD_COND_INITIALIZER;
static int arrived, written[2];

static void barrier(void) {
#ifndef WITHOUT_BARRIER
    pthread_mutex_lock(&lock);
    arrived++;
    if (arrived == 2)
        pthread_cond_broadcast(&everybody);
    while (arrived < 2)
        pthread_cond_wait(&everybody, &lock);
    pthread_mutex_unlock(&lock);
#endif
}

static void *work(void *argument) {
    int me = (int)(long)argument;
    written[me] = 1;
    barrier();
    assert(written[1 - me] == 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, (void *)1L);
    work((void *)0L);
    pthread_join(thread, 0);
    return 0;
}
