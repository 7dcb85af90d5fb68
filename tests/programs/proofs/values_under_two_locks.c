// Who writes under two locks leaves behind what there is when it gives the last of them back; who has one of them may see more.
// expect: assert violated
// expect: race holds
// modular: race
// variant: -DREADER=second
// expect: assert holds
// expect: race holds
// modular: race assert
// variant: -DGIVEN_FIRST=second -DGIVEN_LAST=first
// expect: assert holds
// expect: race holds
// modular: race assert
// variant: -DGIVEN_FIRST=second -DGIVEN_LAST=first -DREADER=second
// expect: assert violated
// expect: race holds
// modular: race
// variant: -DBOTH
// expect: assert holds
// expect: race holds
// modular: race assert
// variant: -DGIVEN_FIRST=second -DGIVEN_LAST=first -DBOTH
// expect: assert holds
// expect: race holds
// modular: race assert
// variant: -DREADER=third
// expect: assert violated
// variant: -DPLAIN
// expect: race violated
// variant: -DPLAIN -DBOTH
// expect: race holds
// expect: assert holds
// modular: race assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef GIVEN_FIRST
#define GIVEN_FIRST first
#define GIVEN_LAST second
#endif
#ifndef READER
#define READER first
#endif

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t third = PTHREAD_MUTEX_INITIALIZER;
#ifdef PLAIN
static int value;
#else
static atomic_int value;
#endif

static void hold(pthread_mutex_t *mutex) {
    pthread_mutex_lock(mutex);
}

static void give_back(pthread_mutex_t *mutex) {
    pthread_mutex_unlock(mutex);
}

static void *writer(void *unused) {
    hold(&first);
    hold(&second);
    value = 1;
    give_back(&GIVEN_FIRST);
    value = 0;
    give_back(&GIVEN_LAST);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
#ifdef BOTH
    hold(&first);
    hold(&second);
#else
    hold(&READER);
#endif
    assert(value == 0);
#ifdef BOTH
    give_back(&first);
    give_back(&second);
#else
    give_back(&READER);
#endif
    pthread_join(thread, 0);
    return 0;
}
