// Neighbouring bit-fields are one place in memory; a field of width zero separates them.
// expect: race violated
// expect: assert violated
// variant: -DSEPARATE
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>

struct {
    unsigned first : 3;
#ifdef SEPARATE
    unsigned : 0;
#endif
    unsigned second : 3;
} bits;

void *worker(void *unused) {
    bits.first = 5;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    bits.second = 6;
    pthread_join(thread, 0);
    assert(bits.first == 5 && bits.second == 6);
    return 0;
}
