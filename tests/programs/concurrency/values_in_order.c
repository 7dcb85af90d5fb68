// A reader sees the values of one variable in the order in which they were written.
// expect: assert holds
// expect: race violated
// variant: -DWRITES=2,1
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef WRITES
#define WRITES 1, 2
#endif

static int n;

static void *writer(void *unused) {
    int values[] = {WRITES};
    n = values[0];
    n = values[1];
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int first = n, second = n;
    assert(first <= second);
    pthread_join(thread, 0);
    return 0;
}
