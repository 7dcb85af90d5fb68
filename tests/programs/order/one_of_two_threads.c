// Exclusive branches start different threads under one number; a third one comes after either.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DMIXED_UP
// expect: assert violated
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int x, y;

static void *one(void *unused) {
    x = 1;
    return 0;
}

static void *two(void *unused) {
    x = 2;
    return 0;
}

static void *after(void *unused) {
    y = x + 10;
    return 0;
}

int main(void) {
    pthread_t first, second;
    unsigned input = __VERIFIER_nondet_uint();
    if (input * 3 == 21)
        pthread_create(&first, 0, one, 0);
    else
        pthread_create(&first, 0, two, 0);
    pthread_join(first, 0);
    pthread_create(&second, 0, after, 0);
    pthread_join(second, 0);
#ifdef MIXED_UP
    assert(y == 12);
#else
    assert(y == (input == 7 ? 11 : 12));
#endif
    return 0;
}
