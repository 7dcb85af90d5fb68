// Static objects initialised with addresses, offsets, functions, strings and arithmetic.
// expect: assert holds
// expect: memory holds
// variant: -DEXPECTED=0
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 119
#endif

struct node {
    int value;
    struct node *next;
};

static int table[5] = {10, 20, [4] = 50};
static int *second = &table[1];
static int *last = table + sizeof table / sizeof table[0] - 1;
static char *end_of_word = "word" + 4;
static struct node tail = {7, NULL};
static struct node head = {-3, &tail};
static int *inside = &head.next == NULL ? NULL : &tail.value;
static long distance = (char *)&((struct node *)0)->next - (char *)0;
static unsigned mask = ~0u << 4;
static double ratio = 1.0 / 4;
static const char *names[] = {"zero", "one", "two"};
static const char letters[4] = "abcd";
static short matrix[2][3] = {{1, 2, 3}, {4}};
static int (*lengthen)(int);
static int twice(int value) { return 2 * value; }
static struct {
    int (*apply)(int);
    int argument;
} job = {twice, 21};

int main(void) {
    lengthen = job.apply;
    assert(*second == 20 && *last == 50 && table[3] == 0);
    assert(*end_of_word == 0 && end_of_word[-1] == 'd');
    assert(head.next->value == 7 && *inside == 7);
    assert(distance == sizeof(void *));
    assert(mask == 0xfffffff0u && ratio == 0.25);
    assert(names[2][1] == 'w' && letters[3] == 'd');
    assert(matrix[0][2] == 3 && matrix[1][0] == 4 && matrix[1][2] == 0);
    assert(lengthen(job.argument) + *second + *last + tail.value == EXPECTED);
    return 0;
}
