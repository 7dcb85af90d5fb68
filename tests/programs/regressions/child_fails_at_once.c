// A thread that fails at its first instruction does not keep its creator from going on.
// expect: assert violated
// expect: reach violated
#include <assert.h>
#include <pthread.h>
extern void reach_error(void);

void *child(void *unused) {
    assert(0);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, child, 0);
    reach_error();
}
