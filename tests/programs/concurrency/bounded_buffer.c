// A buffer of one place between a producer and a consumer; a waiting thread must look again after waking.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// slow: schedule uw order
// variant: -DLOOK_ONCE
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifdef LOOK_ONCE
#define until_not if
#else
#define until_not while
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int full, item;

static void *producer(void *unused) {
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&lock);
        until_not (full)
            pthread_cond_wait(&emptied, &lock);
        assert(!full);
        item = i;
        full = 1;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&lock);
        until_not (!full)
            pthread_cond_wait(&filled, &lock);
        assert(full && item == i);
        full = 0;
        pthread_cond_signal(&emptied);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, 0);
    return 0;
}
