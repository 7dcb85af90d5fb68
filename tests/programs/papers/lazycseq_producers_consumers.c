// The running example of Lazy-CSeq: producers lock, consumers only assume that something is there.
// expect: assert violated
// expect: race violated
// variant: -DCONSUMERS_LOCK
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

static pthread_mutex_t lock;
static int items, few = 1, more = 2;

static void *producer(void *argument) {
    int wanted = *(int *)argument;
    pthread_mutex_lock(&lock);
    if (items > 0) {
        items++;
    } else {
        items = 0;
        for (; wanted > 0; wanted--)
            items++;
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

static void *consumer(void *unused) {
#ifdef CONSUMERS_LOCK
    pthread_mutex_lock(&lock);
    if (items > 0) {
        items--;
        assert(items >= 0);
    }
    pthread_mutex_unlock(&lock);
#else
    __VERIFIER_assume(items > 0);
    items--;
    assert(items >= 0);
#endif
    return 0;
}

int main(void) {
    pthread_t p, c;
    pthread_mutex_init(&lock, 0);
    pthread_create(&p, 0, producer, &few);
    pthread_create(&c, 0, consumer, 0);
    pthread_create(&c, 0, consumer, 0);
    producer(&more);
    pthread_exit(0);
}
