// What a thread wrote before abort, exit or return from main may be seen by another one.
// expect: reach violated
// variant: -DENDING=exit(0)
// expect: reach violated
// variant: -DENDING=return(0)
// expect: reach violated
// variant: -DENDING=_Exit(1)
// expect: reach violated
// variant: -DENDING=pthread_exit(0)
// expect: reach violated
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern void reach_error(void);
#ifndef ENDING
#define ENDING abort()
#endif

atomic_int flag;

void *other(void *unused) {
    if (flag == 1) reach_error();
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    flag = 1;
    ENDING;
}
