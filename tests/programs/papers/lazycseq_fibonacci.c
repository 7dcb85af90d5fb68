// Two threads add to each other's number: the largest results are Fibonacci numbers.
// expect: assert holds
// expect: race violated
// variant: -DLARGEST=7
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef LARGEST
#define LARGEST 8
#endif

static int left = 1, right = 1;

static void *add_to_left(void *unused) {
    for (int i = 0; i < 2; i++)
        left += right;
    return 0;
}

static void *add_to_right(void *unused) {
    for (int i = 0; i < 2; i++)
        right += left;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, add_to_left, 0);
    pthread_create(&second, 0, add_to_right, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(left <= LARGEST && right <= LARGEST);
    return 0;
}
