// A lock in an object of the heap protects what is in it, if there is one such object; locks in two objects do not keep two threads apart.
// expect: race holds
// expect: assert holds
// modular: race assert
// variant: -DSWAPPED
// expect: race holds
// expect: assert holds
// modular: race assert
// variant: -DTWO
// expect: race violated
// variant: -DTWO -DSWAPPED
// expect: race violated
// variant: -DTWO -DEACH_ITS_OWN
// expect: race holds
// modular: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct account {
#ifdef SWAPPED
    atomic_int lock;
#else
    pthread_mutex_t lock;
#endif
    int balance;
    int *shared;
};

static int everybodys;

static void lock(struct account *account) {
#ifdef SWAPPED
    while (atomic_exchange(&account->lock, 1)) {
    }
#else
    pthread_mutex_lock(&account->lock);
#endif
}

static void unlock(struct account *account) {
#ifdef SWAPPED
    account->lock = 0;
#else
    pthread_mutex_unlock(&account->lock);
#endif
}

static struct account *make(void) {
    struct account *account = malloc(sizeof *account);
#ifdef SWAPPED
    account->lock = 0;
#else
    pthread_mutex_init(&account->lock, 0);
#endif
    account->balance = 0;
#ifdef EACH_ITS_OWN
    account->shared = &account->balance;
#else
    account->shared = &everybodys;
#endif
    return account;
}

static void *worker(void *given) {
    struct account *account = given;
    lock(account);
    *account->shared = 1;
    account->balance++;
    assert(account->balance > 0);
    account->balance--;
    unlock(account);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    struct account *account = 0;
    for (int i = 0; i < 2; i++) {
#ifdef TWO
        account = make();
#else
        if (!account)
            account = make();
#endif
        pthread_create(&threads[i], 0, worker, account);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
