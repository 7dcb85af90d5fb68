// lazy01 (table 1 of the paper): two threads add to a sum under a lock, a third looks at it.
// Property: the sum has not got everything yet when it is looked at. It is violated, by the
// simplest order: one thread after the other.
// Loops: none.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void add(int amount) {
    pthread_mutex_lock(&lock);
    sum += amount;
    pthread_mutex_unlock(&lock);
}

static void *adds_one(void *unused) {
    add(1);
    return 0;
}

static void *adds_two(void *unused) {
    add(2);
    return 0;
}

static void *looks(void *unused) {
    pthread_mutex_lock(&lock);
    assert(sum < 3);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t one, two, looker;
    pthread_create(&one, 0, adds_one, 0);
    pthread_create(&two, 0, adds_two, 0);
    pthread_create(&looker, 0, looks, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(looker, 0);
    return 0;
}
