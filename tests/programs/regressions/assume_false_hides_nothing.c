// A false assumption in one thread hides no bug of another, even after a store that it needs.
// expect: reach violated
// expect: deadlock holds
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);

atomic_int flag;

void *other(void *unused) {
    if (flag == 1) reach_error();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    flag = 1;
    __VERIFIER_assume(0);
    return 0;
}
