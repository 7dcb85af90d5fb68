// A fence that releases, before a relaxed store, and one that acquires, behind a relaxed load, order together.
// expect: race holds
// variant: -DBEFORE=relaxed
// expect: race violated
// variant: -DBEFORE=acquire
// expect: race violated
// variant: -DBEHIND=relaxed
// expect: race violated
// variant: -DBEHIND=release
// expect: race violated
// variant: -DBEFORE=seq_cst -DBEHIND=acq_rel
// expect: race holds
// variant: -DSTORE_FIRST
// expect: race violated
// variant: -DLOAD_LAST
// expect: race violated
// variant: -DBEHIND=relaxed -DLOAD=acquire
// expect: race holds
// variant: -DBEFORE=relaxed -DSTORE=release
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>

#ifndef BEFORE
#define BEFORE release
#endif
#ifndef BEHIND
#define BEHIND acquire
#endif
#ifndef STORE
#define STORE relaxed
#endif
#ifndef LOAD
#define LOAD relaxed
#endif
#define ORDER_OF(name) memory_order_##name
#define ORDER(name) ORDER_OF(name)

static int data;
static atomic_int flag;

static void *sender(void *unused) {
    data = 1;
#ifdef STORE_FIRST
    atomic_store_explicit(&flag, 1, ORDER(STORE));
    atomic_thread_fence(ORDER(BEFORE));
#else
    atomic_thread_fence(ORDER(BEFORE));
    atomic_store_explicit(&flag, 1, ORDER(STORE));
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
#ifdef LOAD_LAST
    atomic_thread_fence(ORDER(BEHIND));
#endif
    if (atomic_load_explicit(&flag, ORDER(LOAD))) {
#ifndef LOAD_LAST
        atomic_thread_fence(ORDER(BEHIND));
#endif
        data = 2;
    }
    pthread_join(thread, 0);
    return data == 0;
}
