// A timed wait for a flag that one number never sets ends all the same, then without the flag.
// expect: deadlock holds
// expect: assert holds
// variant: -DUNTIMED
// expect: deadlock violated
// variant: -DSURE
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <time.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned n;
static int ready;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    if (n * 3u != 57u) {
        ready = 1;
        pthread_cond_signal(&changed);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    struct timespec limit = {1, 0};
    n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    if (!ready)
#ifdef UNTIMED
        pthread_cond_wait(&changed, &lock);
#else
        pthread_cond_timedwait(&changed, &lock, &limit);
#endif
    assert(!ready || n != 19);
#ifdef SURE
    assert(ready || n == 19);
#endif
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
