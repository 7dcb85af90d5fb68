// stateful01 (table 1 of the paper): two threads change two variables, each under a lock of
// its own.
// Property: the variables do not have their only possible values in the end. It is violated
// in every order.
// Loops: none.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;
static int data1 = 10, data2 = 10;

static void change(int *data, pthread_mutex_t *lock, int amount) {
    pthread_mutex_lock(lock);
    *data += amount;
    pthread_mutex_unlock(lock);
}

static void *raises_both(void *unused) {
    change(&data1, &first_lock, 1);
    change(&data2, &second_lock, 1);
    return 0;
}

static void *raises_and_lowers(void *unused) {
    change(&data1, &first_lock, 5);
    change(&data2, &second_lock, -6);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, raises_both, 0);
    pthread_create(&second, 0, raises_and_lowers, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(data1 != 16 || data2 != 5);
    return 0;
}
