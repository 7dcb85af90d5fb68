// Sorting may write what is in order already, so whoever reads it meanwhile races; one element is left alone.
// expect: race violated
// variant: -DJOINED
// expect: race holds
// expect: assert holds
// variant: -DALONE
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int numbers[] = {1, 2};

static int compare(const void *one, const void *other) {
    return *(const int *)one - *(const int *)other;
}

static void *worker(void *unused) {
#ifdef ALONE
    qsort(numbers, 1, sizeof numbers[0], compare);
#else
    qsort(numbers, 2, sizeof numbers[0], compare);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
#ifdef JOINED
    pthread_join(thread, 0);
#endif
    assert(numbers[0] == 1);
    return 0;
}
