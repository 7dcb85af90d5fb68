// Who gives back the last reference frees the block; counting must be one step.
// expect: memory holds
// expect: assert holds
// variant: -DTWO_STEPS
// expect: memory violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct block {
    _Atomic int references;
    int value;
};

static struct block *shared;

static void *user(void *unused) {
    assert(shared->value == 8);
#ifdef TWO_STEPS
    shared->references = shared->references - 1;
    if (shared->references == 0)
        free(shared);
#else
    if (--shared->references == 0)
        free(shared);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    shared = malloc(sizeof *shared);
    shared->references = 2;
    shared->value = 8;
    pthread_create(&thread, 0, user, 0);
    user(0);
    pthread_join(thread, 0);
    return 0;
}
