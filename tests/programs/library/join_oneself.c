// Joining oneself is an error and not a deadlock.
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    assert(pthread_join(pthread_self(), 0) == EDEADLK);
    return 0;
}
