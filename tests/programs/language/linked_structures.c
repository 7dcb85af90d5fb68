// A linked list and a tree: built on the heap, reversed, walked recursively, freed.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=123
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 321
#endif

extern void *malloc(size_t size);
extern void free(void *pointer);

struct list { int value; struct list *next; };
struct tree { int value; struct tree *child[2]; };

static struct list *push(struct list *rest, int value) {
    struct list *new = malloc(sizeof *new);
    new->value = value;
    new->next = rest;
    return new;
}

static struct list *reverse(struct list *list) {
    struct list *done = NULL;
    while (list) {
        struct list *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static void insert(struct tree **where, int value) {
    while (*where)
        where = &(*where)->child[value > (*where)->value];
    *where = malloc(sizeof **where);
    **where = (struct tree){value};
}

static int depth(const struct tree *tree) {
    if (!tree)
        return 0;
    int left = depth(tree->child[0]), right = depth(tree->child[1]);
    return 1 + (left > right ? left : right);
}

static void destroy(struct tree *tree) {
    if (tree) {
        destroy(tree->child[0]);
        destroy(tree->child[1]);
        free(tree);
    }
}

int main(void) {
    struct list *list = push(push(push(NULL, 1), 2), 3);
    int forwards = 0, backwards = 0;
    for (struct list *l = list; l; l = l->next)
        forwards = 10 * forwards + l->value;
    list = reverse(list);
    while (list) {
        struct list *gone = list;
        backwards = 10 * backwards + list->value;
        list = list->next;
        free(gone);
    }
    assert(backwards == 123 && forwards == EXPECTED);
    struct tree *root = NULL;
    insert(&root, 5);
    insert(&root, 2);
    insert(&root, 8);
    insert(&root, 7);
    assert(depth(root) == 3 && root->child[1]->child[0]->value == 7);
    destroy(root);
    return 0;
}
