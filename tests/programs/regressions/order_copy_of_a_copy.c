// A member that was never written stays so in a copy: each of two copies may be anything.
// expect: assert violated
// slow: schedule uw order
// variant: -DBY_ANOTHER
// expect: assert violated
// slow: schedule uw order
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair {
    int known;
    unsigned char unknown;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pair *source;
static struct pair first, second;

static void *copier(void *unused) {
    pthread_mutex_lock(&lock);
#ifdef BY_ANOTHER
    first = *source;
    pthread_mutex_unlock(&lock);
#else
    struct pair mine = *source;
    pthread_mutex_unlock(&lock);
    struct pair again = mine;
    assert(again.unknown == mine.unknown);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    source = malloc(sizeof *source);
    pthread_create(&thread, 0, copier, 0);
    pthread_mutex_lock(&lock);
    source->known = 2;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
#ifdef BY_ANOTHER
    second = first;
    assert(second.unknown == first.unknown);
#endif
    return 0;
}
