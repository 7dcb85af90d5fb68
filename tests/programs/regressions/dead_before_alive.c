// Where memory errors are not asked about, a write after free stops the thread in the runs where it happens, and only there.
// args: --check assert
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>

int *block;
atomic_int done;

void *writer(void *argument) {
    int *mine = argument;
    *mine = 1;
    done = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    block = malloc(sizeof(int));
    pthread_create(&thread, 0, writer, block);
    free(block);
    assert(done != 1);
    return 0;
}
