// Threads of one kind have each their own thread-local variable: what one knows of its own says nothing of another's.
// expect: assert violated
// variant: -DOWN
// expect: assert holds
// modular: assert
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

static _Thread_local atomic_int own;
static atomic_int *_Atomic published;

static void *worker(void *unused) {
    atomic_int *other = published;
    own = 1;
#ifdef OWN
    (void)other;
    assert(own == 1);
#else
    if (other)
        assert(*other == 1);
    published = &own;
    own = 2;
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    for (int number = 1 + __VERIFIER_nondet_bool(); number > 0; number--)
        pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
