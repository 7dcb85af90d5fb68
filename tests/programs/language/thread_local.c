// Thread-local variables: one instance a thread, each with the initial value.
// expect: assert holds
// expect: race holds
// slow: order
// variant: -DSHARED
// expect: assert violated
// expect: race violated
#include "check.h"

#ifdef SHARED
#define LOCAL
#else
#define LOCAL _Thread_local
#endif

static LOCAL int depth = 5;
static __thread int *where = NULL;

static void *worker(void *argument) {
    int *outer = argument;
    assert(depth == 5);
    depth++;
    where = &depth;
    assert(*where == 6);
    assert(where != outer);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, &depth);
    depth++;
    assert(depth == 6);
    pthread_join(thread, NULL);
    assert(where == NULL);
    return 0;
}
