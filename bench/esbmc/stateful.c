// stateful20 (table 2 of the paper): two threads change two variables round after round,
// each variable under a lock of its own.
// Property: the variables' values at the end. It holds: the changes can be exchanged, and
// none is lost. (A search that remembers states meets the same ones again and again, one
// that does not has to go through all schedules.)
//   -DROUNDS=n  rounds of each thread (20)
//   -DBAD       the second thread takes the locks the other way round, so that they protect
//               nothing, and changes get lost: violated (not in the paper, and only where a
//               statement is more than one step)
// Loops: ROUNDS.
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 20
#endif

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;
static int data1 = 10, data2 = 10;

#ifdef BAD
#define LOCK_OF_DATA1 second_lock
#define LOCK_OF_DATA2 first_lock
#else
#define LOCK_OF_DATA1 first_lock
#define LOCK_OF_DATA2 second_lock
#endif

static void *raises_both(void *unused) {
    for (int round = 0; round < ROUNDS; round++) {
        pthread_mutex_lock(&first_lock);
        data1++;
        pthread_mutex_unlock(&first_lock);
        pthread_mutex_lock(&second_lock);
        data2++;
        pthread_mutex_unlock(&second_lock);
    }
    return 0;
}

static void *raises_and_lowers(void *unused) {
    for (int round = 0; round < ROUNDS; round++) {
        pthread_mutex_lock(&LOCK_OF_DATA1);
        data1 += 5;
        pthread_mutex_unlock(&LOCK_OF_DATA1);
        pthread_mutex_lock(&LOCK_OF_DATA2);
        data2 -= 6;
        pthread_mutex_unlock(&LOCK_OF_DATA2);
    }
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, raises_both, 0);
    pthread_create(&second, 0, raises_and_lowers, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(data1 == 10 + 6 * ROUNDS);
    assert(data2 == 10 - 5 * ROUNDS);
    return 0;
}
