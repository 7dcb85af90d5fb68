// A ticket lock: drawing a ticket must be one step.
// expect: assert holds
// expect: race holds
// variant: -DDRAWN_IN_TWO_STEPS
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int guarded;

static void *worker(void *unused) {
#ifdef DRAWN_IN_TWO_STEPS
    unsigned mine = next_ticket;
    next_ticket = mine + 1;
#else
    unsigned mine = atomic_fetch_add(&next_ticket, 1);
#endif
    while (now_serving != mine)
        ;
    guarded++;
    now_serving++;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(guarded == 2);
    return 0;
}
