// Two threads push onto a stack of nodes by compare and exchange: both nodes are there in the end.
// expect: assert holds
// expect: race holds
// expect: memory holds
// variant: -DBLIND
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *_Atomic top;

static void *pusher(void *argument) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = *(int *)argument;
    fresh->next = top;
#ifdef BLIND
    top = fresh;
#else
    while (!atomic_compare_exchange_strong(&top, &fresh->next, fresh))
        ;
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    int one = 1, two = 2;
    pthread_create(&thread, 0, pusher, &one);
    pusher(&two);
    pthread_join(thread, 0);
    int sum = 0;
    for (struct node *at = top; at; at = at->next)
        sum += at->value;
    assert(sum == 3);
    return 0;
}
