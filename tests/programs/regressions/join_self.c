// Joining oneself is refused, or waits for ever; it never succeeds.
// expect: assert holds
// expect: deadlock holds|violated
#include <assert.h>
#include <pthread.h>

int main(void) {
    int result = pthread_join(pthread_self(), 0);
    assert(result != 0);
    return 0;
}
