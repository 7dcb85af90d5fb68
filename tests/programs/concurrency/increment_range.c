// Two threads add twice each without a lock: the sum is anything from 2 to 4.
// expect: assert holds
// expect: race violated
// variant: -DLEAST=3
// expect: assert violated
// variant: -DMOST=3
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef LEAST
#define LEAST 2
#endif
#ifndef MOST
#define MOST 4
#endif

static int sum;

static void *worker(void *unused) {
    sum++;
    sum++;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(sum >= LEAST && sum <= MOST);
    return 0;
}
