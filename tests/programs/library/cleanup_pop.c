// A cleanup handler runs when it is popped with a true argument, and not otherwise.
// expect: assert holds
#include <assert.h>
#include <pthread.h>

static int runs;

static void handler(void *argument) {
    runs += *(int *)argument;
}

int main(void) {
    int one = 1, ten = 10;
    pthread_cleanup_push(handler, &one);
    pthread_cleanup_push(handler, &ten);
    assert(runs == 0);
    pthread_cleanup_pop(1);
    assert(runs == 10);
    pthread_cleanup_pop(0);
    assert(runs == 10);
    return 0;
}
