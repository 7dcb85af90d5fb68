// Destructors of keys run at the end of a thread that has a value, with that value, and not for ever.
// expect: assert holds
// expect: deadlock holds
// variant: -DSETS_AGAIN
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int calls, value;

static void destructor(void *argument) {
    assert(argument == &value);
    assert(pthread_getspecific(key) == 0);
    calls++;
#ifdef SETS_AGAIN
    pthread_setspecific(key, argument);
#endif
}

static void *worker(void *argument) {
    pthread_setspecific(key, argument);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, destructor);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(calls == 0);
    pthread_create(&thread, 0, worker, &value);
    pthread_join(thread, 0);
#ifdef SETS_AGAIN
    assert(calls == 4);
#else
    assert(calls == 1);
#endif
    return 0;
}
