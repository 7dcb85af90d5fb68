// A pointer that is read through the other members of a union is followed.
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

union both { int *pointer; struct { unsigned low, high; } words; };
unsigned low, high;

void *worker(void *unused) {
    union both both;
    both.words.low = low;
    both.words.high = high;
    *both.pointer = 1;
    return 0;
}

int main(void) {
    int local = 0;
    pthread_t thread;
    union both both;
    both.pointer = &local;
    low = both.words.low;
    high = both.words.high;
    pthread_create(&thread, 0, worker, 0);
    assert(local == 0);
    pthread_join(thread, 0);
    return 0;
}
