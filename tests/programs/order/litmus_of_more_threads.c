// Independent reads of independent writes, and what is passed on by a third thread: one order for all.
// expect: assert holds
// expect: race holds
// variant: -DALLOWED
// expect: assert violated
// variant: -DPASSED_ON
// expect: assert holds
// variant: -DPASSED_ON -DALLOWED
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static _Atomic int x, y;
static int a, b, c, d;

static void *writes_x(void *unused) {
    x = 1;
    return 0;
}

#ifdef PASSED_ON
static void *middle(void *unused) {
    a = x;
    y = 1;
    return 0;
}
#else
static void *writes_y(void *unused) {
    y = 1;
    return 0;
}

static void *first_x(void *unused) {
    a = x;
    b = y;
    return 0;
}
#endif

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, writes_x, 0);
#ifdef PASSED_ON
    pthread_create(&u, 0, middle, 0);
    c = y;
    d = x;
    pthread_join(u, 0);
#ifdef ALLOWED
    int strange = a == 0 && c == 1 && d == 1;
#else
    int strange = a == 1 && c == 1 && d == 0;
#endif
#else
    pthread_create(&u, 0, writes_y, 0);
    pthread_t v;
    pthread_create(&v, 0, first_x, 0);
    c = y;
    d = x;
    pthread_join(v, 0);
#ifdef ALLOWED
    int strange = a == 1 && b == 0 && c == 0 && d == 1;
#else
    int strange = a == 1 && b == 0 && c == 1 && d == 0;
#endif
#endif
    assert(!strange);
    return 0;
}
