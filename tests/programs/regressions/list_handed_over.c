// Nodes that reach another thread only through a list's inner pointers are shared.
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { struct node *next; int value; };

void *worker(void *argument) {
    struct node *node = argument;
    node->next->next->value = 1;
    return 0;
}

int main(void) {
    struct node third = {0, 0};
    struct node *second = malloc(sizeof *second), first;
    pthread_t thread;
    second->next = &third;
    first.next = second;
    pthread_create(&thread, 0, worker, &first);
    assert(third.value == 0);
    pthread_join(thread, 0);
    free(second);
    return 0;
}
