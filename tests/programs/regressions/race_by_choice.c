// Only where the pointer is one can its accesses race; through a null pointer they are memory errors.
// expect: race violated
// expect: memory violated
// variant: -DNEVER
// expect: race holds
// expect: memory violated
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
int x, *p;

static void *writer(void *unused)
{
    *p = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
#ifndef NEVER
    p = __VERIFIER_nondet_bool() ? &x : 0;
#endif
    pthread_create(&thread, 0, writer, 0);
    *p = 2;
    return 0;
}
