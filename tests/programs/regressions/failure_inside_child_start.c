// Two failures of different kinds in different threads are both found, in whatever order.
// expect: assert violated
// expect: division violated
// expect: memory violated
#include <assert.h>
#include <pthread.h>

volatile int zero;
int *volatile null;

void *divides(void *unused) { return (void *)(long)(1 / zero); }
void *follows(void *unused) { *null = 1; return 0; }
void *asserts(void *unused) { assert(zero); return 0; }

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], 0, divides, 0);
    pthread_create(&threads[1], 0, follows, 0);
    pthread_create(&threads[2], 0, asserts, 0);
    pthread_join(threads[0], 0);
    return 0;
}
