// A local variable is its thread's own only as long as nobody else gets its address, which may be long after it was made.
// expect: assert violated
// variant: -DKEPT
// expect: assert holds
// modular: assert
// variant: -DTHROUGH_A_STRUCTURE
// expect: assert violated
// variant: -DTHROUGH_A_STRUCTURE -DKEPT
// expect: assert holds
// modular: assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct holder {
    atomic_int *address;
};

static struct holder *_Atomic holder;
static atomic_int *_Atomic published;

static void *changer(void *unused) {
#ifdef THROUGH_A_STRUCTURE
    struct holder *found = holder;
    if (found)
        *found->address = 1;
#else
    atomic_int *found = published;
    if (found)
        *found = 1;
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    atomic_int local;
    struct holder mine = {&local};
    local = 0;
    assert(local == 0);
    pthread_create(&thread, 0, changer, 0);
    local = 0;
#ifdef KEPT
    (void)mine;
#elif defined THROUGH_A_STRUCTURE
    holder = &mine;
#else
    published = mine.address;
#endif
    assert(local == 0);
    pthread_join(thread, 0);
    return 0;
}
