// What a joined thread did to objects of a place stays known when the one who joined it makes its own first object there.
// expect: assert violated
// variant: -DHANDED_ON
// expect: assert violated
// variant: -DFREED
// expect: memory violated
// variant: -DWRITTEN=0
// expect: assert holds
// modular: assert
// variant: -DWRITTEN=0 -DHANDED_ON
// expect: assert holds
// modular: assert
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#ifndef WRITTEN
#define WRITTEN 7
#endif

static int *_Atomic published;
static pthread_t changer;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *change(void *unused) {
    int *found = published;
    if (found) {
#ifdef FREED
        free(found);
#else
        *found = WRITTEN;
#endif
    }
    return unused;
}

static void *look(void *unused) {
    int *found = published;
    if (found)
        assert(*found == 0);
    return unused;
}

static void *worker(void *joins) {
    if (joins) {
        pthread_join(changer, 0);
        pthread_mutex_lock(&mutex);
    }
    int *made = calloc(1, sizeof *made);
    if (!joins) {
        published = made;
        return 0;
    }
#ifdef HANDED_ON
    pthread_t child;
    pthread_create(&child, 0, look, 0);
#else
    look(0);
#endif
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    int number = __VERIFIER_nondet_int() & 3;
    pthread_create(&changer, 0, change, 0);
    for (int i = 0; i < number; i++)
        if (i > 0)
            pthread_create(&thread, 0, worker, i == 2 ? &mutex : 0);
    pthread_exit(0);
}
