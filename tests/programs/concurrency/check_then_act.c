// Each access is locked, but the decision and the action are two sections: the stock goes below zero.
// expect: assert violated
// expect: race holds
// variant: -DONE_SECTION
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static void *buy(void *unused) {
    pthread_mutex_lock(&lock);
    int enough = stock > 0;
#ifndef ONE_SECTION
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    if (enough)
        stock--;
    assert(stock >= 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, buy, 0);
    buy(0);
    pthread_join(thread, 0);
    return 0;
}
