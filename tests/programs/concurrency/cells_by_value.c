// Which cells of a table two threads touch depends on what a third one wrote.
// expect: assert violated
// variant: -DAPART
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cells[4];
static atomic_int shift;

static void *owner(void *argument) {
    int cell = (int)(long)argument;
    cells[cell] = 7;
    assert(cells[cell] == 7);
    return 0;
}

static void *shifted(void *unused) {
#ifdef APART
    int cell = 2 + shift;
#else
    int cell = 1 - shift;
#endif
    cells[cell] = 9;
    return 0;
}

static void *mover(void *unused) {
    shift = 1;
    return 0;
}

int main(void) {
    pthread_t threads[3];
    pthread_create(&threads[0], 0, owner, 0);
    pthread_create(&threads[1], 0, shifted, 0);
    pthread_create(&threads[2], 0, mover, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
