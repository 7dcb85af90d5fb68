// The built-in functions __atomic_*, on integers, pointers and in their generic form.
// expect: assert holds
// expect: race holds
// variant: -DEXPECTED=3
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 4
#endif

static int number;
static short small = -3;
static int *place;
static int target = 4;

static void *worker(void *unused) {
    __atomic_fetch_add(&number, 2, __ATOMIC_RELAXED);
    __atomic_store_n(&place, &target, __ATOMIC_RELEASE);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    __atomic_add_fetch(&number, 1, __ATOMIC_SEQ_CST);
    int *seen;
    while (!(seen = __atomic_load_n(&place, __ATOMIC_ACQUIRE)))
        ;
    pthread_join(thread, NULL);
    assert(*seen == EXPECTED);
    assert(number == 3);
    int value = 8, old, expected = 8;
    __atomic_exchange(&number, &value, &old, __ATOMIC_ACQ_REL);
    assert(old == 3);
    assert(__atomic_compare_exchange_n(&number, &expected, 20, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    __atomic_load(&number, &old, __ATOMIC_SEQ_CST);
    assert(old == 20);
    assert(__atomic_fetch_nand(&number, 4, __ATOMIC_SEQ_CST) == 20);
    assert(number == ~4);
    assert(__atomic_sub_fetch(&small, 5, __ATOMIC_SEQ_CST) == -8);
    assert(!__atomic_test_and_set(&old + 0, __ATOMIC_SEQ_CST) == 0);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return 0;
}
