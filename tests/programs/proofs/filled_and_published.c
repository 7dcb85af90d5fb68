// Objects that are allocated, filled and then published under a lock are whole for who takes them; what is written to them behind that is not ordered.
// expect: race holds
// expect: assert holds
// expect: memory holds
// modular: race assert memory
// variant: -DFILLED_LATER
// expect: race violated
// variant: -DWRITTEN_AGAIN
// expect: race violated
// variant: -DPLAIN
// expect: race violated
// variant: -DTAKEN
// expect: race holds
// expect: assert holds
// modular: race
// variant: -DFREED
// expect: memory violated
// expect: race violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair {
    int first, second;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct pair *latest;

static void lock(void) {
#ifndef PLAIN
    pthread_mutex_lock(&mutex);
#endif
}

static void unlock(void) {
#ifndef PLAIN
    pthread_mutex_unlock(&mutex);
#endif
}

static void fill(struct pair *pair) {
    pair->first = 3;
    pair->second = pair->first + 1;
}

static void *maker(void *unused) {
    for (int i = 0; i < 2; i++) {
        struct pair *pair = malloc(sizeof *pair);
#ifndef FILLED_LATER
        fill(pair);
#endif
        lock();
        latest = pair;
        unlock();
#if defined FILLED_LATER || defined WRITTEN_AGAIN
        fill(pair);
#endif
#ifdef FREED
        free(pair);
#endif
    }
    return unused;
}

int main(void) {
    pthread_t one;
    pthread_create(&one, 0, maker, 0);
    lock();
    struct pair *found = latest;
#ifdef TAKEN
    latest = 0;
#endif
    unlock();
    if (found) {
#ifdef TAKEN
        // It is the finder's now.
        found->first++;
        assert(found->first == 4);
#else
        assert(found->first == 3 && found->second == 4);
#endif
    }
    pthread_join(one, 0);
    (void)mutex;
    return 0;
}
