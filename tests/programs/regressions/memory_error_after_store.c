// Another thread may see a store that is followed by a memory error.
// expect: memory violated
// expect: reach violated
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
extern void reach_error(void);

atomic_int flag;

void *other(void *unused) {
    if (flag == 1) reach_error();
    return 0;
}

int main(void) {
    pthread_t thread;
    int *block = malloc(sizeof(int));
    pthread_create(&thread, 0, other, 0);
    flag = 1;
    block[7] = 1;
}
