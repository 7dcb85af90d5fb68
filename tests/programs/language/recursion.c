// Recursion: simple, double, mutual, and through a pointer.
// expect: assert holds
// variant: -DEXPECTED=13
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 11
#endif

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

static int ackermann(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static long factorial(int n) {
    long (*self)(int) = factorial;
    return n < 2 ? 1 : n * self(n - 1);
}

static void count_down(int n, int *visits) {
    int local = n;
    ++*visits;
    if (n > 0)
        count_down(n - 1, visits);
    assert(local == n);
}

int main(void) {
    int visits = 0;
    count_down(9, &visits);
    assert(visits == 10);
    assert(even(10) && odd(7) && !odd(4));
    assert(factorial(10) == 3628800);
    assert(ackermann(2, 4) == EXPECTED);
    return 0;
}
