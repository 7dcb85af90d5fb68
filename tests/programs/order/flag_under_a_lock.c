// Data is handed over by a flag under a lock, and then read without: the lock orders it.
// expect: assert holds
// expect: race holds
// variant: -DFLAG_WITHOUT_LOCK
// expect: race violated
// variant: -DWRITTEN_TOO_LATE
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int flag, data;

static void *giver(void *unused) {
#ifndef WRITTEN_TOO_LATE
    data = 6;
#endif
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_mutex_unlock(&lock);
#ifdef WRITTEN_TOO_LATE
    data = 6;
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, giver, 0);
#ifdef FLAG_WITHOUT_LOCK
    int given = flag;
#else
    pthread_mutex_lock(&lock);
    int given = flag;
    pthread_mutex_unlock(&lock);
#endif
    if (given)
        assert(data == 6);
    return 0;
}
