// Each thread writes its cell, meets the other at a barrier, and then reads the other's cell.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DWITHOUT
// expect: assert violated
// expect: race violated
// variant: -DSIZE=3
// expect: deadlock violated
#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 2
#endif

static pthread_barrier_t barrier;
static int cell[2];

static void work(int mine) {
    cell[mine] = mine + 1;
#ifndef WITHOUT
    pthread_barrier_wait(&barrier);
#endif
    assert(cell[1 - mine] == 2 - mine);
}

static void *other(void *unused) {
    work(1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, SIZE);
    pthread_create(&thread, 0, other, 0);
    work(0);
    pthread_join(thread, 0);
    return 0;
}
