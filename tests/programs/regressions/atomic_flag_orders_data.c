// Data that is handed over behind an atomic flag is not raced for; behind a plain one it is.
// expect: race holds
// expect: assert holds
// variant: -DPLAIN
// expect: race violated
// expect: assert holds
// variant: -DWRONG_ORDER
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int data;
#ifdef PLAIN
volatile int flag;
#else
atomic_int flag;
#endif

void *producer(void *unused) {
#ifdef WRONG_ORDER
    flag = 1;
    data = 42;
#else
    data = 42;
    flag = 1;
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    while (!flag) {}
    assert(data == 42);
    pthread_join(thread, 0);
    return 0;
}
