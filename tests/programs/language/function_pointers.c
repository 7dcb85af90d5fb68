// Calls through pointers: in variables, tables, structures, parameters and results.
// expect: assert holds
// variant: -DEXPECTED=42
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 43
#endif

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

static operation operations[] = {add, subtract, multiply};

static operation choose(char symbol) {
    return symbol == '+' ? add : symbol == '-' ? &subtract : multiply;
}

static int fold(operation step, int start, const int *values, int count) {
    for (int i = 0; i < count; i++)
        start = (*step)(start, values[i]);
    return start;
}

int main(void) {
    int values[3] = {2, 3, 4};
    assert(choose('+') == operations[0]);
    assert(choose('-') != add);
    assert(fold(choose('+'), 0, values, 3) == 9);
    assert(fold(choose('-'), 0, values, 3) == -9);
    int total = 0;
    for (int i = 0; i < 3; i++)
        total += operations[i](7, 5);
    /* 12 + 2 + 35 = 49 */
    assert(total - 6 == EXPECTED);
    return 0;
}
