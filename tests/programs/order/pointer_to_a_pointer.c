// A thread follows a pointer to a shared pointer that another one turns to a second variable.
// expect: assert holds
// variant: -DNEVER_SECOND
// expect: assert violated
// variant: -DSPLIT
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static _Atomic int first = 1, second = 2;
static _Atomic int *_Atomic inner = &first;
static _Atomic int *_Atomic *outer = &inner;

static void *turner(void *unused) {
    *outer = &second;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, turner, 0);
#ifdef SPLIT
    **outer = **outer + 10; /* read there, written here */
#else
    _Atomic int *here = *outer;
    *here = *here + 10;
#endif
    pthread_join(thread, 0);
#ifdef NEVER_SECOND
    assert(first == 11);
#else
    assert((first == 11 && second == 2) || (first == 1 && second == 12));
#endif
    return 0;
}
