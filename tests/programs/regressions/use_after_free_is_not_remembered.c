// Where memory errors are not asked about, a use after free stops the thread in the runs where it happens, and only there.
// args: --check assert
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *block;
int *taken;

void *freer(void *unused) {
    free(block);
    return 0;
}

int main(void) {
    pthread_t thread;
    block = malloc(sizeof(int));
    *block = 5;
    int *mine = block;
    pthread_create(&thread, 0, freer, 0);
    int value = *mine;
    assert(value != 5);
    return 0;
}
