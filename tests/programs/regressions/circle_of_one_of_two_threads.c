// Of two threads that exclude each other only the one that is there can be in a circle.
// expect: deadlock violated
// variant: -DIN_ORDER
// expect: deadlock holds
// expect: memory holds
// variant: -DNEITHER
// expect: deadlock holds
// expect: memory holds
#include <pthread.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct locks {
    pthread_mutex_t left, right;
} *locks;

void take_both(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

void take_one(pthread_mutex_t *lock) {
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
}

void *forth(void *unused) {
    take_both(&locks->left, &locks->right);
    return 0;
}

void *back(void *unused) {
#ifdef IN_ORDER
    take_both(&locks->left, &locks->right);
#else
    take_both(&locks->right, &locks->left);
#endif
    return 0;
}

void *one_by_one(void *unused) {
    take_one(&locks->right);
    take_one(&locks->left);
    return 0;
}

void *left_only(void *unused) {
    take_one(&locks->left);
    return 0;
}

void *nothing(void *unused) {
    return 0;
}

int main(void) {
    pthread_t one, other;
    locks = malloc(sizeof *locks);
    pthread_mutex_init(&locks->left, 0);
    pthread_mutex_init(&locks->right, 0);
#ifdef NEITHER
    if (__VERIFIER_nondet_bool())
        pthread_create(&one, 0, one_by_one, 0);
    else
        pthread_create(&one, 0, left_only, 0);
    take_both(&locks->left, &locks->right);
    pthread_join(one, 0);
#else
    if (__VERIFIER_nondet_bool()) {
        pthread_create(&one, 0, forth, 0);
        pthread_create(&other, 0, back, 0);
#ifdef IN_ORDER
        pthread_join(one, 0);
        pthread_join(other, 0);
#endif
        /* Too early, and then nobody waits in the end. */
        free(locks);
    } else {
        pthread_create(&one, 0, nothing, 0);
    }
#endif
    return 0;
}
