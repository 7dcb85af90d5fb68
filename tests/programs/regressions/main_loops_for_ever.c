// While main loops for ever, the others are still looked at, and a cycle of locks is a deadlock.
// expect: deadlock violated
// expect: reach violated
// variant: -DSAME_ORDER
// expect: deadlock holds
// expect: reach violated
#include <pthread.h>
extern void reach_error(void);

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    reach_error();
    return 0;
}

void *second(void *unused) {
#ifdef SAME_ORDER
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
#else
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
#endif
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    for (;;) {}
}
