// Where memory errors are not asked about, a second free stops the thread in the runs where it comes second, and only there.
// args: --check assert
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>

int *block;
atomic_int seen;

void *freer(void *unused) {
    int *mine = block;
    free(mine);
    assert(seen == 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    block = malloc(sizeof(int));
    pthread_create(&thread, 0, freer, 0);
    free(block);
    seen = 1;
    return 0;
}
