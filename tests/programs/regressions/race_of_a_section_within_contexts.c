// A section that waits for a third thread's flag races with a plain write; the state in which both
// can come is reached with two context switches, and one access more is not a third.
// args: --contexts 2
// expect: race violated
// variant: -DLOCKED
// expect: race bounded

#include <pthread.h>

void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int shared, flag;

void *writer(void *unused)
{
#ifdef LOCKED
    __VERIFIER_atomic_begin();
    shared = 1;
    __VERIFIER_atomic_end();
#else
    shared = 1;
#endif
    return NULL;
}

void *setter(void *unused)
{
    __VERIFIER_atomic_begin();
    flag = 1;
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, writer, NULL);
    pthread_create(&second, NULL, setter, NULL);
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(flag);
    shared = 2;
    __VERIFIER_atomic_end();
    return 0;
}
