// A lock that is taken inside an atomic section is waited for in front of the section.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int inside, seen;

void *other(void *unused) {
    pthread_mutex_lock(&mutex);
    inside = 1;
    inside = 0;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    __VERIFIER_atomic_begin();
    seen++;
    pthread_mutex_lock(&mutex);
    seen++;
    __VERIFIER_atomic_end();
    assert(inside == 0 && seen == 2);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
