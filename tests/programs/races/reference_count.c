// The last owner frees: its predecessor's accesses must be ordered before that, by the count or by fences.
// expect: race holds
// expect: memory holds
// variant: -DDOWN=relaxed
// expect: race violated
// expect: memory holds
// variant: -DDOWN=release
// expect: race violated
// expect: memory holds
// variant: -DDOWN=acquire
// expect: race violated
// variant: -DDOWN=release -DFENCE=acquire
// expect: race holds
// expect: memory holds
// variant: -DDOWN=release -DFENCE=release
// expect: race violated
// variant: -DDOWN=seq_cst
// expect: race holds
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef DOWN
#define DOWN acq_rel
#endif
#define ORDER_OF(name) memory_order_##name
#define ORDER(name) ORDER_OF(name)

struct counted {
    atomic_int owners;
    int data[2];
};

static struct counted *shared;

static void leave(int which) {
    shared->data[which] = 1;
    if (atomic_fetch_sub_explicit(&shared->owners, 1, ORDER(DOWN)) == 1) {
#ifdef FENCE
        atomic_thread_fence(ORDER(FENCE));
#endif
        free(shared);
    }
}

static void *owner(void *unused) {
    leave(1);
    return unused;
}

int main(void) {
    pthread_t thread;
    shared = malloc(sizeof *shared);
    atomic_init(&shared->owners, 2);
    pthread_create(&thread, 0, owner, 0);
    leave(0);
    pthread_join(thread, 0);
    return 0;
}
