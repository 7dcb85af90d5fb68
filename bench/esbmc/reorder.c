// reorder(x, y) (tables 1 and 2 of the paper): x threads set two variables that belong
// together, y threads look at both.
// Property: both variables are set or none is. It is violated: a checker can run between
// the two writes of a setter. The more setters there are, the more schedules hide the
// error, since nothing is wrong any more once one setter has finished.
//   -DSETTERS=x -DCHECKERS=y   numbers of threads (2, 1)
//   -DREPAIRED                 one lock around both writes and around the look: holds
// Loops: the larger of x and y.
#include <assert.h>
#include <pthread.h>

#ifndef SETTERS
#define SETTERS 2
#endif
#ifndef CHECKERS
#define CHECKERS 1
#endif

static int a, b;

#ifdef REPAIRED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define ENTER pthread_mutex_lock(&lock)
#define LEAVE pthread_mutex_unlock(&lock)
#else
#define ENTER
#define LEAVE
#endif

static void *setter(void *unused) {
    ENTER;
    a = 1;
    b = -1;
    LEAVE;
    return 0;
}

static void *checker(void *unused) {
    ENTER;
    assert((a == 0 && b == 0) || (a == 1 && b == -1));
    LEAVE;
    return 0;
}

int main(void) {
    pthread_t setters[SETTERS], checkers[CHECKERS];
    for (int i = 0; i < SETTERS; i++)
        pthread_create(&setters[i], 0, setter, 0);
    for (int i = 0; i < CHECKERS; i++)
        pthread_create(&checkers[i], 0, checker, 0);
    for (int i = 0; i < SETTERS; i++)
        pthread_join(setters[i], 0);
    for (int i = 0; i < CHECKERS; i++)
        pthread_join(checkers[i], 0);
    return 0;
}
