// A thread's argument and result get through, by return and by pthread_exit, also from within calls.
// expect: assert holds
// expect: deadlock holds
// expect: memory holds
#include <assert.h>
#include <pthread.h>

static int numbers[2];

static void leave(void *result) {
    pthread_exit(result);
}

static void *returns(void *argument) {
    return (int *)argument + 1;
}

static void *exits(void *argument) {
    leave((int *)argument + 1);
    assert(0);
    return 0;
}

int main(void) {
    pthread_t one, two;
    void *result;
    pthread_create(&one, 0, returns, numbers);
    pthread_join(one, &result);
    assert(result == &numbers[1]);
    pthread_create(&two, 0, exits, numbers);
    pthread_join(two, &result);
    assert(result == &numbers[1]);
    return 0;
}
