// A thread whose function ends without the result that it promises has ended all the same.
// expect: assert holds
// expect: race holds
// variant: -DBARE
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *unused) {
#ifndef BARE
    pthread_mutex_lock(&lock);
#endif
    counter++;
#ifndef BARE
    pthread_mutex_unlock(&lock);
#endif
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(counter == 2);
    return 0;
}
