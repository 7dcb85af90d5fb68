// A lock that serves threads in the order of their tickets.
// Property: no two are served at once. It holds.
//   -DN=n  threads (2)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_uint next_ticket, now_serving;
static int count;

static void lock(void) {
    unsigned ticket = atomic_fetch_add(&next_ticket, 1);
    while (now_serving != ticket)
        ;
}

static void unlock(void) {
    atomic_fetch_add(&now_serving, 1);
}

static void *add(void *unused) {
    lock();
    count++;
    unlock();
    return unused;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, add, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(count == N);
    return 0;
}
