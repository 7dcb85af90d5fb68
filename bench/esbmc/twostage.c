// twostage(x, y) (tables 1 and 2 of the paper): x threads set two values in two stages,
// each stage under a lock of its own; y threads read both, each under its lock.
// Property: who reads the first value as set finds the second one to be one more. It is
// violated: a reader can come between the two stages. With one setter there is not even a
// race; several setters may write the first value while another reads it in stage two.
//   -DSETTERS=x -DREADERS=y   numbers of threads (2, 1)
//   -DREPAIRED                the first lock is kept over both stages: holds
// Loops: the larger of x and y.
#include <assert.h>
#include <pthread.h>

#ifndef SETTERS
#define SETTERS 2
#endif
#ifndef READERS
#define READERS 1
#endif

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first_value, second_value;

static void *setter(void *unused) {
    pthread_mutex_lock(&first_lock);
    first_value = 1;
#ifndef REPAIRED
    pthread_mutex_unlock(&first_lock);
#endif
    pthread_mutex_lock(&second_lock);
    second_value = first_value + 1;
    pthread_mutex_unlock(&second_lock);
#ifdef REPAIRED
    pthread_mutex_unlock(&first_lock);
#endif
    return 0;
}

static void *reader(void *unused) {
    pthread_mutex_lock(&first_lock);
    int first = first_value;
    pthread_mutex_unlock(&first_lock);
    if (first == 0)
        return 0;
    pthread_mutex_lock(&second_lock);
    int second = second_value;
    pthread_mutex_unlock(&second_lock);
    assert(second == first + 1);
    return 0;
}

int main(void) {
    pthread_t setters[SETTERS], readers[READERS];
    for (int i = 0; i < SETTERS; i++)
        pthread_create(&setters[i], 0, setter, 0);
    for (int i = 0; i < READERS; i++)
        pthread_create(&readers[i], 0, reader, 0);
    for (int i = 0; i < SETTERS; i++)
        pthread_join(setters[i], 0);
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], 0);
    return 0;
}
