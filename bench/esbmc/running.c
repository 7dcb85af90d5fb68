// The running example (figure 1 of the paper): two threads increment a shared counter and
// take the increment back where they find the counter above one.
// Property: one increment is left at the end. It is violated: both threads may see the
// other's increment and both take theirs back. The first thread tests and decrements in
// one statement; the second keeps the result of its test in a variable of its own, so
// that others can run between the test and the decrement.
// Takes 2 threads and has no loops.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *tests_in_place(void *unused) {
    counter++;
    if (counter > 1) counter--;
    return 0;
}

static void *tests_before(void *unused) {
    counter++;
    _Bool grown = counter > 1;
    if (grown) counter--;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, tests_in_place, 0);
    pthread_create(&second, 0, tests_before, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 1);
    return 0;
}
