// The functions of <stdatomic.h>.
// expect: assert holds
// expect: race holds
// variant: -DEXPECTED=5
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef EXPECTED
#define EXPECTED 6
#endif

static atomic_int number = 3;
static atomic_flag taken = ATOMIC_FLAG_INIT;
static atomic_bool ready;
static int guarded;

static void *worker(void *unused) {
    while (atomic_flag_test_and_set(&taken))
        ;
    guarded++;
    atomic_flag_clear(&taken);
    atomic_store_explicit(&ready, 1, memory_order_release);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    while (atomic_flag_test_and_set_explicit(&taken, memory_order_acquire))
        ;
    guarded++;
    atomic_flag_clear_explicit(&taken, memory_order_release);
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    pthread_join(thread, 0);
    assert(guarded == 2);
    assert(atomic_fetch_add(&number, 4) == 3);
    assert(atomic_fetch_sub(&number, 1) == 7);
    assert(atomic_exchange(&number, 12) == 6);
    assert(atomic_fetch_or(&number, 3) == 12);
    assert(atomic_fetch_and(&number, 6) == 15);
    assert(atomic_fetch_xor(&number, 1) == 6);
    int expected = 8;
    assert(!atomic_compare_exchange_strong(&number, &expected, 1));
    assert(expected == 7);
    assert(atomic_compare_exchange_strong(&number, &expected, EXPECTED));
    atomic_thread_fence(memory_order_seq_cst);
    assert(atomic_load(&number) == 6);
    return 0;
}
