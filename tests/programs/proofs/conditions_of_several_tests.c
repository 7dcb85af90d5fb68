// A condition made of several tests guards an access if all of them must come out right, and not if one of them is enough.
// expect: memory holds
// expect: race holds
// modular: memory race
// variant: -DJOINED_BY=||
// expect: memory violated
// variant: -DLOCKED
// expect: race holds
// expect: memory holds
// modular: race memory
// variant: -DLOCKED -DJOINED_BY=||
// expect: race violated
#include <pthread.h>

extern signed char __VERIFIER_nondet_char(void);

#ifndef JOINED_BY
#define JOINED_BY &&
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int table[4];

#ifdef LOCKED
static void *worker(void *unused) {
    int wanted = __VERIFIER_nondet_char() > 0;
    int mine = pthread_mutex_trylock(&mutex) == 0;
    int may = wanted JOINED_BY mine;
    if (may)
        table[0]++;
    if (mine)
        pthread_mutex_unlock(&mutex);
    return unused;
}
#else
static void *worker(void *unused) {
    int at = __VERIFIER_nondet_char();
    pthread_mutex_lock(&mutex);
    int inside = at >= 0 JOINED_BY at < 4;
    if (inside)
        table[at] = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}
#endif

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
