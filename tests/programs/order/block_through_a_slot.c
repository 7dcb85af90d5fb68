// A heap block goes from its maker to another thread, which frees it; the maker must let go of it.
// expect: assert holds
// expect: memory holds
// expect: race holds
// variant: -DLOOKS_BACK
// expect: memory violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *slot;

static void *consumer(void *unused) {
    int *taken;
    pthread_mutex_lock(&lock);
    taken = slot;
    slot = 0;
    pthread_mutex_unlock(&lock);
    if (taken) {
        assert(*taken == 41);
        free(taken);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    int *block = malloc(sizeof *block);
    *block = 41;
    pthread_create(&thread, 0, consumer, 0);
    pthread_mutex_lock(&lock);
    slot = block;
    pthread_mutex_unlock(&lock);
#ifdef LOOKS_BACK
    int again = *block;
    (void)again;
#endif
    pthread_join(thread, 0);
    return 0;
}
