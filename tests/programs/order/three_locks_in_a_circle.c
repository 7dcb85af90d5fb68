// Three threads take three locks two by two; in a circle all can wait for each other.
// expect: deadlock violated
// variant: -DIN_ORDER
// expect: deadlock holds
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                  PTHREAD_MUTEX_INITIALIZER};
static int inside[3];

static void both(int first, int second) {
    pthread_mutex_lock(&lock[first]);
    pthread_mutex_lock(&lock[second]);
    inside[first]++;
    inside[second]++;
    pthread_mutex_unlock(&lock[second]);
    pthread_mutex_unlock(&lock[first]);
}

static void *one(void *unused) {
    both(0, 1);
    return 0;
}

static void *two(void *unused) {
    both(1, 2);
    return 0;
}

static void *three(void *unused) {
#ifdef IN_ORDER
    both(0, 2);
#else
    both(2, 0);
#endif
    return 0;
}

int main(void) {
    void *(*start[3])(void *) = {one, two, three};
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], 0, start[i], 0);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], 0);
    for (int i = 0; i < 3; i++)
        assert(inside[i] == 2);
    return 0;
}
