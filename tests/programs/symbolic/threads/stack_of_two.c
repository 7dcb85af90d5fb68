// Two threads push a node each with compare and swap: no node is lost, and the values are those that were put in.
// unwind: 4
// expect: assert holds
// expect: memory holds
// expect: race holds
// variant: -DPLAIN
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node { unsigned value; struct node *next; };

static struct node nodes[2];
static _Atomic(struct node *) top;

static void *push(void *argument) {
    struct node *node = argument, *old = top;
#ifdef PLAIN
    node->next = old;
    top = node;
#else
    do
        node->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, node));
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned sum = 0, count = 0;
    nodes[0].value = __VERIFIER_nondet_uint();
    nodes[1].value = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, push, &nodes[0]);
    push(&nodes[1]);
    pthread_join(thread, 0);
    for (struct node *node = top; node; node = node->next) {
        sum += node->value;
        count++;
    }
    assert(count == 2 && sum == nodes[0].value + nodes[1].value);
    return 0;
}
