// A value goes from variable to variable by threads that each copy once; it arrives only along the whole way.
// expect: assert holds
// expect: race holds
// variant: -DNEVER
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static _Atomic int a, b, c, d;

static void *first(void *unused) {
    b = a + 1;
    return 0;
}

static void *second(void *unused) {
    c = b + 1;
    return 0;
}

static void *third(void *unused) {
    d = c + 1;
    return 0;
}

int main(void) {
    pthread_t t, u, v;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_create(&v, 0, third, 0);
    a = 10;
    pthread_join(t, 0);
    pthread_join(u, 0);
    pthread_join(v, 0);
#ifdef NEVER
    assert(d != 13);
#else
    assert(d == 1 || d == 2 || d == 3 || d == 13);
    if (d == 13)
        assert(b == 11 && c == 12);
    if (d == 2)
        assert(c == 1);
#endif
    return 0;
}
