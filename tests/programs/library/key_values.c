// Each thread has its own value for a key, NULL at first.
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static pthread_key_t one, two;
static int values[2];

static void *worker(void *unused) {
    assert(pthread_getspecific(one) == 0);
    assert(pthread_setspecific(one, &values[1]) == 0);
    assert(pthread_getspecific(one) == &values[1]);
    assert(pthread_getspecific(two) == 0);
    return 0;
}

int main(void) {
    pthread_t thread;
    assert(pthread_key_create(&one, 0) == 0);
    assert(pthread_key_create(&two, 0) == 0);
    assert(one != two);
    pthread_setspecific(one, &values[0]);
    pthread_create(&thread, 0, worker, 0);
    assert(pthread_getspecific(one) == &values[0]);
    pthread_join(thread, 0);
    assert(pthread_getspecific(one) == &values[0]);
    return 0;
}
