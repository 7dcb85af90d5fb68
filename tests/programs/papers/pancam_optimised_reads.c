// Two reads of a variable can differ in the code as written; the optimiser makes one of them, and then none.
// expect: assert violated
// variant:
// args: --optimise 2
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

static int n;

static void *worker(void *unused) {
    n = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int first = n, second = n;
    assert(first == second);
    pthread_join(thread, 0);
    return 0;
}
