// A thread's number is not used again while a copy of it can still be joined.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

int first_done, second_done;
int gate;

void *first(void *unused) { first_done = 1; return (void *)1; }
void *second(void *unused) { second_done = 1; return (void *)2; }

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    pthread_t copy = thread;
    void *result;
    pthread_create(&thread, 0, second, 0);
    pthread_join(copy, &result);
    assert(result == (void *)1 && first_done == 1);
    pthread_join(thread, &result);
    assert(result == (void *)2 && second_done == 1);
    return 0;
}
