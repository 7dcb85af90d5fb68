// Workers take the next job from a list under a lock; every job is done once.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DPEEK_UNLOCKED
// expect: race violated
// expect: assert violated
// slow: schedule uw order
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next_job;
static _Atomic int done[3];

static void *worker(void *unused) {
    for (;;) {
#ifdef PEEK_UNLOCKED
        int job = next_job;
#endif
        pthread_mutex_lock(&lock);
#ifndef PEEK_UNLOCKED
        int job = next_job;
#endif
        if (job < 3)
            next_job = job + 1;
        pthread_mutex_unlock(&lock);
        if (job >= 3)
            return 0;
        done[job]++;
    }
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    assert(done[0] == 1 && done[1] == 1 && done[2] == 1);
    return 0;
}
