// fib_bench (table 1 of the paper): one thread adds the second of two numbers to the first,
// another adds the first to the second, round after round.
// Property: neither number reaches the largest one possible. It is violated, by strict
// alternation of the additions alone.
//   -DROUNDS=n -DLARGEST=m  additions of each thread (5), and number 2n+2 of Fibonacci's (144)
// Loops: ROUNDS.
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 5
#define LARGEST 144
#endif

static int first = 1, second = 1;

static void *raise_first(void *unused) {
    for (int round = 0; round < ROUNDS; round++)
        first += second;
    return 0;
}

static void *raise_second(void *unused) {
    for (int round = 0; round < ROUNDS; round++)
        second += first;
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, raise_first, 0);
    pthread_create(&two, 0, raise_second, 0);
    assert(first < LARGEST && second < LARGEST);
    return 0;
}
