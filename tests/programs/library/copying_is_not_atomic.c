// A copy takes one element after the other, so another thread may change the second after the first was read.
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>
#include <string.h>

static long pair[2];

static void *worker(void *unused) {
    pair[0] = 1;
    pair[1] = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    long copy[2];
    pthread_create(&thread, 0, worker, 0);
    memcpy(copy, pair, sizeof pair);
    assert(copy[0] == copy[1]);
    return 0;
}
