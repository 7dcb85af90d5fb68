// wronglock(x, y) (tables 1 and 2 of the paper): x threads change a value under the lock
// that protects it, y threads change it under another lock.
// Property: a thread that holds the right lock sees its own change and no other. It is
// violated: the wrong lock keeps nobody out.
//   -DRIGHT=x -DWRONG=y   numbers of threads (1, 3)
//   -DREPAIRED            all take the right lock: holds
// Loops: the larger of x and y.
#include <assert.h>
#include <pthread.h>

#ifndef RIGHT
#define RIGHT 1
#endif
#ifndef WRONG
#define WRONG 3
#endif

static pthread_mutex_t value_lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
#ifdef REPAIRED
#define OTHER_LOCK value_lock
#else
static pthread_mutex_t other_lock = PTHREAD_MUTEX_INITIALIZER;
#define OTHER_LOCK other_lock
#endif

static void *with_right_lock(void *unused) {
    pthread_mutex_lock(&value_lock);
    int before = value;
    value++;
    int after = value;
    pthread_mutex_unlock(&value_lock);
    assert(after == before + 1);
    return 0;
}

static void *with_wrong_lock(void *unused) {
    pthread_mutex_lock(&OTHER_LOCK);
    value++;
    pthread_mutex_unlock(&OTHER_LOCK);
    return 0;
}

int main(void) {
    pthread_t right[RIGHT], wrong[WRONG];
    for (int i = 0; i < RIGHT; i++)
        pthread_create(&right[i], 0, with_right_lock, 0);
    for (int i = 0; i < WRONG; i++)
        pthread_create(&wrong[i], 0, with_wrong_lock, 0);
    for (int i = 0; i < RIGHT; i++)
        pthread_join(right[i], 0);
    for (int i = 0; i < WRONG; i++)
        pthread_join(wrong[i], 0);
    return 0;
}
