// What the library does with the program's own memory inside its sections can race.
// expect: race violated
// variant: -DDEADLINE
// expect: race violated
// variant: -DOWN
// expect: race holds
#include <pthread.h>
#include <time.h>
pthread_t first, second;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct timespec deadline;

static void *reads_other(void *unused)
{
    pthread_t other = second;
    return other == first ? unused : 0;
}

static void *reads_own(void *unused)
{
    return pthread_equal(first, pthread_self()) ? unused : 0;
}

static void *nothing(void *unused) { return unused; }

static void *tries(void *unused)
{
    if (pthread_mutex_timedlock(&mutex, &deadline) == 0)
        pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
#ifdef DEADLINE
    pthread_mutex_lock(&mutex);
    pthread_create(&first, 0, tries, 0);
    deadline.tv_nsec = 1;
#elif defined OWN
    pthread_create(&first, 0, reads_own, 0);
    pthread_create(&second, 0, nothing, 0);
#else
    pthread_create(&first, 0, reads_other, 0);
    pthread_create(&second, 0, nothing, 0);
#endif
    pthread_join(first, 0);
    return 0;
}
