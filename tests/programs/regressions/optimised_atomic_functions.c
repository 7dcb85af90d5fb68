// An optimiser must not inline a function that is atomic by its name.
// args: --sv-comp --optimise 2
// expect: assert holds
// expect: race holds
// variant: -DPREFIX=plain_
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#ifndef PREFIX
#define PREFIX __VERIFIER_atomic_
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define add JOIN(PREFIX, add)
#define equal JOIN(PREFIX, equal)

int first, second;

void *add(void *unused) {
    first++;
    second++;
    return 0;
}

int equal(void) { return first == second; }

int main(void) {
    pthread_t threads[2];
    int (*look)(void) = equal;
    pthread_create(&threads[0], 0, add, 0);
    pthread_create(&threads[1], 0, add, 0);
    assert(look());
    assert(equal());
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(first == 2 && second == 2);
    return 0;
}
