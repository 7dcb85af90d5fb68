// Three inputs inserted into a list in order come out in order; with the wrong comparison they need not.
// unwind: 5
// expect: assert holds
// expect: memory holds
// variant: -DRELATION=!=
// expect: assert violated
#include <assert.h>
#include <stdlib.h>

#ifndef RELATION
#define RELATION <
#endif

extern int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *new = malloc(sizeof *new);
        new->value = __VERIFIER_nondet_int();
        struct node **place = &head;
        while (*place && (*place)->value RELATION new->value)
            place = &(*place)->next;
        new->next = *place;
        *place = new;
    }
    assert(head->value <= head->next->value);
    assert(head->next->value <= head->next->next->value);
    assert(head->next->next->next == 0);
    return 0;
}
