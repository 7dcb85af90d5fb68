// A list of as many nodes as an input says, counted and freed.
// unwind: 6
// expect: assert holds
// expect: memory holds
// variant: -DFORBIDDEN=4
// expect: assert violated
#include <assert.h>
#include <stdlib.h>

#ifndef FORBIDDEN
#define FORBIDDEN 5
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

struct node { struct node *next; };

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), count = 0;
    struct node *head = 0;
    __VERIFIER_assume(n <= 4);
    for (unsigned i = 0; i < n; i++) {
        struct node *new = malloc(sizeof *new);
        new->next = head;
        head = new;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
        count++;
    }
    assert(count == n);
    assert(count != FORBIDDEN);
    return 0;
}
