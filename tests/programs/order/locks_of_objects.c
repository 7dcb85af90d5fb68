// Each object has its lock inside; the wrong object's lock protects nothing.
// expect: assert holds
// expect: race holds
// variant: -DWRONG
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account account[2] = {{PTHREAD_MUTEX_INITIALIZER, 0},
                                    {PTHREAD_MUTEX_INITIALIZER, 0}};

static void deposit(struct account *locked, struct account *used) {
    pthread_mutex_lock(&locked->lock);
    used->balance += 3;
    pthread_mutex_unlock(&locked->lock);
}

static void *other(void *unused) {
    deposit(&account[1], &account[1]);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
#ifdef WRONG
    deposit(&account[0], &account[1]);
#else
    deposit(&account[1], &account[1]);
#endif
    pthread_join(thread, 0);
    assert(account[1].balance == 6 && account[0].balance == 0);
    return 0;
}
