// Both threads write, then read the other's variable: in an order of all steps one sees a write.
// expect: assert holds
// expect: race holds
// variant: -DREAD_FIRST
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static _Atomic int x, y;
static int r1, r2;

static void *left(void *unused) {
#ifdef READ_FIRST
    r1 = y;
    x = 1;
#else
    x = 1;
    r1 = y;
#endif
    return 0;
}

static void *right(void *unused) {
#ifdef READ_FIRST
    r2 = x;
    y = 1;
#else
    y = 1;
    r2 = x;
#endif
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, left, 0);
    pthread_create(&second, 0, right, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(r1 == 1 || r2 == 1);
    return 0;
}
