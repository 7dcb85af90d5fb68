// Memory that nobody has written has one value for all threads, but nobody knows which.
// expect: assert holds
// expect: race holds
// variant: -DWRITTEN
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static int seen_there;

static void *reader(void *unused) {
    seen_there = *shared;
    return 0;
}

int main(void) {
    pthread_t thread;
    shared = malloc(sizeof *shared);
    pthread_create(&thread, 0, reader, 0);
    int seen_here = *shared;
#ifdef WRITTEN
    *shared = 3;
#endif
    pthread_join(thread, 0);
    assert(seen_here == seen_there);
    return 0;
}
