// An object that its maker alone knew is published by a pointer; who finds it comes after its making only if the orders say so.
// expect: race holds
// variant: -DSTORE=relaxed
// expect: race violated
// variant: -DLOAD=relaxed
// expect: race violated
// variant: -DSTORE=relaxed -DGLOBAL
// expect: race violated
// variant: -DGLOBAL
// expect: race holds
// variant: -DSTORE=relaxed -DTWICE
// expect: race violated
// variant: -DTWICE
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef STORE
#define STORE release
#endif
#ifndef LOAD
#define LOAD acquire
#endif
#define ORDER_OF(name) memory_order_##name
#define ORDER(name) ORDER_OF(name)

struct pair {
    int first, second;
};

static struct pair *_Atomic published;
static struct pair *_Atomic again;
#ifdef GLOBAL
static struct pair only;
#endif

static void *maker(void *unused) {
#ifdef GLOBAL
    struct pair *made = &only;
#else
    struct pair *made = malloc(sizeof *made);
#endif
    made->first = 1;
    made->second = 2;
    atomic_store_explicit(&published, made, ORDER(STORE));
    return unused;
}

#ifdef TWICE
static void *passer(void *unused) {
    struct pair *seen = atomic_load_explicit(&published, ORDER(LOAD));
    if (seen)
        atomic_store_explicit(&again, seen, ORDER(STORE));
    return unused;
}
#endif

int main(void) {
    pthread_t thread;
    int result = 0;
    pthread_create(&thread, 0, maker, 0);
#ifdef TWICE
    pthread_t other;
    pthread_create(&other, 0, passer, 0);
    struct pair *seen = atomic_load_explicit(&again, ORDER(LOAD));
#else
    struct pair *seen = atomic_load_explicit(&published, ORDER(LOAD));
    (void)again;
#endif
    if (seen)
        result = seen->second;
    pthread_join(thread, 0);
#ifdef TWICE
    pthread_join(other, 0);
#endif
    return result;
}
