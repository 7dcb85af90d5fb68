// A section that waits for the thread that it has started itself never happens, and so nobody
// is started: everything waits for ever.
// expect: deadlock violated
// expect: memory holds
// expect: race holds
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x = 0;
static void *helper(void *unused) { x = x + 1; return unused; }

static void *thread1(void *argument)
{
    (void)argument;
    __VERIFIER_atomic_begin();
    {
        pthread_t child;
        if (pthread_create(&child, 0, helper, 0) == 0) {
            x = 0;
            pthread_join(child, 0);
        }
    }
    __VERIFIER_atomic_end();
    return 0;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, 0, thread1, 0);
    pthread_join(t1, 0);
    return 0;
}
