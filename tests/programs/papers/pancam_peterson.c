// Peterson's algorithm in descriptors, as pancam checks it, with the volatile that must be there.
// expect: assert holds
// expect: race violated
// slow: schedule uw
// variant: -DFORGOTTEN
// expect: assert holds
// expect: race violated
// slow: schedule uw
#include <assert.h>
#include <pthread.h>

#ifdef FORGOTTEN
#define SHARED
#else
#define SHARED volatile
#endif

struct descriptor {
    SHARED int *mine, *theirs;
    int id;
};

static SHARED int wants_first, wants_second, last;
static int inside;

static void lock(struct descriptor *d) {
    *d->mine = 1;
    last = d->id;
    while (*d->theirs == 1 && last == d->id)
        ;
}

static void unlock(struct descriptor *d) { *d->mine = 0; }

static void *thread(void *argument) {
    struct descriptor *d = argument;
    lock(d);
    inside++;
    assert(inside == 1);
    inside--;
    unlock(d);
    return 0;
}

int main(void) {
    pthread_t other;
    struct descriptor first = {&wants_first, &wants_second, 1};
    struct descriptor second = {&wants_second, &wants_first, 2};
    pthread_create(&other, 0, thread, &second);
    thread(&first);
    pthread_join(other, 0);
    return 0;
}
