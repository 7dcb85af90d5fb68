// Threads put messages into one hash table without locks: a cell is claimed by comparing and
// swapping, and where it is occupied the next one is tried. After Flanagan and Godefroid,
// "Dynamic Partial-Order Reduction for Model Checking Software" (2005). Up to 11 threads no two
// of them touch the same cell, which only shows while they run.
// Property: every message has a cell in the end. It holds.
//   -DN=n         threads, at most 32 (2)
//   -DMESSAGES=n  messages of each thread, at most 4 (4)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef MESSAGES
#define MESSAGES 4
#endif

enum { CELLS = 128 };

static _Atomic int table[CELLS];

static int hash(int message) {
    return message * 7 % CELLS;
}

static void insert(int message) {
    int cell = hash(message), empty = 0;
    while (!atomic_compare_exchange_strong(&table[cell], &empty, message)) {
        cell = (cell + 1) % CELLS;
        empty = 0;
    }
}

static void *index_messages(void *argument) {
    int thread = (int)(long)argument;
    for (int number = 1; number <= MESSAGES; number++)
        insert(number * 11 + thread + 1);
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, index_messages, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    int occupied = 0;
    for (int cell = 0; cell < CELLS; cell++)
        occupied += table[cell] != 0;
    assert(occupied == N * MESSAGES);
    return 0;
}
