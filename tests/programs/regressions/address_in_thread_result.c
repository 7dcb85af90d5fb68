// A thread hands its heap block over by its result, and another one gets it from there.
// expect: race violated
// variant: -DJOIN_FIRST
// expect: race holds
// expect: memory holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

void *maker(void *unused) {
    struct node *node = malloc(sizeof *node);
    node->value = 1;
    node->next = 0;
    return node;
}

void *user(void *argument) {
    struct node *node = argument;
    node->value++;
    return 0;
}

int main(void) {
    pthread_t first, second;
    void *block;
    pthread_create(&first, 0, maker, 0);
    pthread_join(first, &block);
    struct node *node = block;
    pthread_create(&second, 0, user, block);
#ifdef JOIN_FIRST
    pthread_join(second, 0);
#endif
    node->value++;
#ifdef JOIN_FIRST
    assert(node->value == 3);
    free(block);
#else
    pthread_join(second, 0);
#endif
    return 0;
}
