// Recursive and error-checking mutexes do not wait for themselves; a normal one does.
// expect: deadlock violated
// variant: -DKIND=PTHREAD_MUTEX_RECURSIVE
// expect: deadlock holds
// expect: assert holds
// variant: -DKIND=PTHREAD_MUTEX_ERRORCHECK
// expect: deadlock holds
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#ifndef KIND
#define KIND PTHREAD_MUTEX_NORMAL
#endif
pthread_mutex_t mutex;
int main(void) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, KIND);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutex_lock(&mutex);
    int second = pthread_mutex_lock(&mutex);
    assert(second == 0);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
