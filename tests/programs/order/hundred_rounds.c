// Loops of a hundred rounds need no bound from anybody: local sums, and a counter that only one thread raises.
// expect: assert holds
// expect: race holds
// variant: -DNEVER_57
// expect: assert violated
// expect: race holds
#include <assert.h>
#include <pthread.h>

static _Atomic int progress;
static int sum;

static void *worker(void *unused) {
    int mine = 0;
    for (int i = 0; i < 100; i++) {
        mine += i;
        progress = i + 1;
    }
    sum = mine;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int seen = progress;
#ifdef NEVER_57
    assert(seen != 57);
#else
    assert(0 <= seen && seen <= 100);
#endif
    pthread_join(thread, 0);
    assert(sum == 4950 && progress == 100);
    return 0;
}
