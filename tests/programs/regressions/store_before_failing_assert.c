// Another thread may see a store that is followed at once by a failing assertion.
// expect: assert violated
// expect: reach violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);

atomic_int flag;

void *other(void *unused) {
    if (flag == 1) reach_error();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    flag = 1;
    assert(0);
}
