// Asynchronous cancellation is not modelled, and says so.
// expect: assert unknown
#include <assert.h>
#include <pthread.h>

int main(void) {
    int old;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
    assert(old == PTHREAD_CANCEL_DEFERRED);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
    return 0;
}
