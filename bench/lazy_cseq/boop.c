// boop (table 1 of the paper): a driver counts who uses it, so that it is not stopped while
// somebody does. The driver itself counts as one.
// Property: nobody uses a driver that is stopped. It is violated: between the look at the flag
// and the count the driver can be stopped.
// Loops: USERS.
#include <assert.h>
#include <pthread.h>

#define USERS 2

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static _Bool stopping, stopped;
static int uses = 1;

static int change_uses(int amount) {
    __VERIFIER_atomic_begin();
    uses += amount;
    int now = uses;
    __VERIFIER_atomic_end();
    return now;
}

static void *user(void *unused) {
    if (stopping)
        return 0;
    change_uses(1);
    assert(!stopped);
    change_uses(-1);
    return 0;
}

static void *stopper(void *unused) {
    stopping = 1;
    if (change_uses(-1) == 0)
        stopped = 1;
    return 0;
}

int main(void) {
    pthread_t users[USERS], stops;
    for (int i = 0; i < USERS; i++)
        pthread_create(&users[i], 0, user, 0);
    pthread_create(&stops, 0, stopper, 0);
    return 0;
}
