// Atomic objects that no instruction fits are ordered by the orders that their functions are told.
// expect: race holds
// variant: -DSTORE=__ATOMIC_RELAXED
// expect: race violated
// variant: -DLOAD=__ATOMIC_RELAXED
// expect: race violated
// variant: -DSTORE=__ATOMIC_SEQ_CST -DLOAD=__ATOMIC_SEQ_CST
// expect: race holds
// variant: -DEXCHANGES
// expect: race holds
// variant: -DEXCHANGES -DLOAD=__ATOMIC_RELAXED
// expect: race violated
// variant: -DFENCES -DSTORE=__ATOMIC_RELAXED -DLOAD=__ATOMIC_RELAXED
// expect: race holds
// variant: -DPASSED
// expect: race violated
// variant: -DPASSED -DPASS=__ATOMIC_RELEASE
// expect: race violated
// variant: -DPASSED -DUPDATED
// expect: race holds
#include <pthread.h>

#ifndef STORE
#define STORE __ATOMIC_RELEASE
#endif
#ifndef LOAD
#define LOAD __ATOMIC_ACQUIRE
#endif
#ifndef PASS
#define PASS __ATOMIC_RELAXED
#endif

struct wide {
    char bytes[3];
};

static struct wide wide;
static int data;

static void *sender(void *unused) {
    struct wide sent = {{1, 2, 3}};
    data = 1;
#ifdef FENCES
    __atomic_thread_fence(__ATOMIC_RELEASE);
#endif
    __atomic_store(&wide, &sent, STORE);
    return unused;
}

#ifdef PASSED
static void *passer(void *unused) {
    struct wide seen, next = {{2, 2, 3}};
    __atomic_load(&wide, &seen, __ATOMIC_RELAXED);
    if (seen.bytes[0] == 1) {
#ifdef UPDATED
        __atomic_exchange(&wide, &next, &seen, PASS);
#else
        __atomic_store(&wide, &next, PASS);
#endif
    }
    return unused;
}
#endif

int main(void) {
    pthread_t thread;
    struct wide seen;
    pthread_create(&thread, 0, sender, 0);
#ifdef PASSED
    pthread_t other;
    pthread_create(&other, 0, passer, 0);
#endif
#ifdef EXCHANGES
    struct wide other = {{4, 4, 4}};
    __atomic_exchange(&wide, &other, &seen, LOAD);
#else
    __atomic_load(&wide, &seen, LOAD);
#endif
#ifdef FENCES
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
#endif
#ifdef PASSED
    if (seen.bytes[0] == 2)
        data = 2;
    pthread_join(other, 0);
#else
    if (seen.bytes[0] == 1)
        data = 2;
#endif
    pthread_join(thread, 0);
    return data == 0;
}
