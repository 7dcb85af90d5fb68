// The smallest lost update, on which the slides tried their tools: main and one thread increment.
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

static int x;

static void *thread(void *unused) {
    ++x;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    ++x;
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
