// A message is passed by a store that releases and a load that acquires; weaker than that, nothing is ordered.
// expect: race holds
// variant: -DSTORE=relaxed
// expect: race violated
// variant: -DLOAD=relaxed
// expect: race violated
// variant: -DSTORE=relaxed -DLOAD=relaxed
// expect: race violated
// variant: -DSTORE=seq_cst
// expect: race holds
// variant: -DSTORE=seq_cst -DLOAD=seq_cst
// expect: race holds
// variant: -DLOAD=consume
// expect: race holds
// variant: -DSTORE=seq_cst -DLOAD=relaxed
// expect: race violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef STORE
#define STORE release
#endif
#ifndef LOAD
#define LOAD acquire
#endif
#define ORDER_OF(name) memory_order_##name
#define ORDER(name) ORDER_OF(name)

static int data;
static atomic_int flag;

static void *sender(void *unused) {
    data = 1;
    atomic_store_explicit(&flag, 1, ORDER(STORE));
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    if (atomic_load_explicit(&flag, ORDER(LOAD)) == 1)
        assert(data == 1);
    pthread_join(thread, 0);
    return 0;
}
