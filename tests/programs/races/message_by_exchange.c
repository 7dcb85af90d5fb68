// Exchanges, additions and failing compare-and-exchanges pass a message as far as their orders say.
// expect: race holds
// variant: -DGIVE=release -DTAKE=acquire
// expect: race holds
// variant: -DGIVE=acquire
// expect: race violated
// variant: -DTAKE=release
// expect: race violated
// variant: -DADDS
// expect: race holds
// variant: -DADDS -DTAKE=relaxed
// expect: race violated
// variant: -DCOMPARES
// expect: race holds
// variant: -DCOMPARES -DTAKE=relaxed
// expect: race violated
// variant: -DCOMPARES -DTAKE=relaxed -DFAILS=acquire
// expect: race violated
// variant: -DNOTICES -DFAILS=acquire
// expect: race holds
// variant: -DNOTICES -DTAKE=seq_cst -DFAILS=relaxed
// expect: race violated
#include <pthread.h>
#include <stdatomic.h>

#ifndef GIVE
#define GIVE acq_rel
#endif
#ifndef TAKE
#define TAKE acq_rel
#endif
#ifndef FAILS
#define FAILS relaxed
#endif
#define ORDER_OF(name) memory_order_##name
#define ORDER(name) ORDER_OF(name)

static int data;
static atomic_int flag;

static void *giver(void *unused) {
    data = 1;
    atomic_exchange_explicit(&flag, 1, ORDER(GIVE));
    return unused;
}

static int has_come(void) {
#ifdef ADDS
    return atomic_fetch_add_explicit(&flag, 2, ORDER(TAKE)) == 1;
#elif defined COMPARES
    int expected = 1;
    return atomic_compare_exchange_strong_explicit(&flag, &expected, 2, ORDER(TAKE), ORDER(FAILS));
#elif defined NOTICES
    int expected = 0;
    return !atomic_compare_exchange_strong_explicit(&flag, &expected, 2, ORDER(TAKE), ORDER(FAILS));
#else
    return atomic_exchange_explicit(&flag, 2, ORDER(TAKE)) == 1;
#endif
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, giver, 0);
    if (has_come())
        data = 2;
    pthread_join(thread, 0);
    return data == 0;
}
