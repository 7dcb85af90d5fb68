// A stack without locks, after Treiber: threads push a node each and pop one.
// Property: nobody finds the stack empty, and every node is popped exactly once. It holds.
//   -DN=n  threads (2)
// Nodes are never pushed twice, so that a top that is the same again is also unchanged.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

struct node {
    struct node *next;
    int popped;
};

static struct node nodes[N];
static _Atomic(struct node *) top;

static void push(struct node *node) {
    struct node *old = top;
    do
        node->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, node));
}

static struct node *pop(void) {
    struct node *old = top;
    do
        assert(old);
    while (!atomic_compare_exchange_strong(&top, &old, old->next));
    return old;
}

static void *thread(void *argument) {
    push(&nodes[(long)argument]);
    pop()->popped++;
    return 0;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, thread, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    for (int i = 0; i < N; i++)
        assert(nodes[i].popped == 1);
    return 0;
}
