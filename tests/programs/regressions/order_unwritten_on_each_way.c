// What was never written is chosen on the way that was taken to the first thread, and on no other.
// expect: assert violated
// variant: -DWRITTEN
// expect: assert holds
// variant: -DONE_EACH
// expect: assert violated
// variant: -DTHEN_A_THREAD
// expect: assert violated
// variant: -DRACE
// expect: race violated
// variant: -DWAIT
// expect: deadlock violated
// variant: -DPOINTER
// expect: assert holds
// expect: memory holds
// variant: -DPOINTER -DOTHER_VALUE
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

static unsigned char *byte, *other_byte;
static int **place, value = 1, shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *set(void *unused) {
    shared = 1;
    return 0;
}

static void *reader(void *unused) {
#if defined ONE_EACH
    assert(*byte != 5 || *other_byte != 6);
#elif defined THEN_A_THREAD
    pthread_t thread;
    if (*byte != 5)
        return 0;
    pthread_create(&thread, 0, set, 0);
    pthread_join(thread, 0);
    assert(shared != 1);
#elif defined RACE
    if (*byte == 5)
        shared = 1;
#elif defined WAIT
    pthread_mutex_lock(&lock);
    if (*byte != 5)
        pthread_mutex_unlock(&lock);
#elif defined POINTER
    assert(**place == 1);
#else
    assert(*byte != 5);
#endif
    return 0;
}

static void *nothing(void *unused) {
    return 0;
}

int main(void) {
    pthread_t thread;
    byte = malloc(1);
    other_byte = malloc(1);
    place = malloc(sizeof *place);
#ifdef OTHER_VALUE
    value = 2;
#endif
    if (__VERIFIER_nondet_bool()) {
#if defined WRITTEN
        *byte = 4;
#elif defined ONE_EACH
        *byte = 5;
#elif defined POINTER
        *place = &value;
#endif
        pthread_create(&thread, 0, reader, 0);
    } else {
#ifdef ONE_EACH
        *other_byte = 6;
        pthread_create(&thread, 0, reader, 0);
#else
        pthread_create(&thread, 0, nothing, 0);
#endif
    }
#ifdef RACE
    shared = 2;
#endif
    pthread_join(thread, 0);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
