// The old built-in functions __sync_*.
// expect: assert holds
// expect: race holds
// variant: -DEXPECTED=10
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 11
#endif

static int number, lock, guarded;
static long long wide = 5;

static void enter(void) {
    while (__sync_lock_test_and_set(&lock, 1))
        ;
}

static void leave(void) { __sync_lock_release(&lock); }

static void *worker(void *unused) {
    __sync_fetch_and_add(&number, 1);
    enter();
    guarded++;
    leave();
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    __sync_add_and_fetch(&number, 9);
    enter();
    guarded++;
    leave();
    pthread_join(thread, NULL);
    __sync_synchronize();
    assert(guarded == 2 && number == 10);
    assert(__sync_bool_compare_and_swap(&number, 10, EXPECTED));
    assert(__sync_val_compare_and_swap(&number, 10, 0) == 11);
    assert(__sync_fetch_and_sub(&number, 3) == 11);
    assert(__sync_fetch_and_or(&number, 7) == 8);
    assert(__sync_fetch_and_and(&number, 12) == 15);
    assert(__sync_xor_and_fetch(&number, 4) == 8);
    assert(__sync_sub_and_fetch(&wide, 6) == -1);
    return 0;
}
