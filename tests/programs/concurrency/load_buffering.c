// Both threads read, then write: they cannot both read the other's later write.
// expect: assert holds
// variant: -DWRITE_FIRST
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static _Atomic int x, y;
static int r1, r2;

static void *left(void *unused) {
#ifdef WRITE_FIRST
    y = 1;
    r1 = x;
#else
    r1 = x;
    y = 1;
#endif
    return 0;
}

static void *right(void *unused) {
#ifdef WRITE_FIRST
    x = 1;
    r2 = y;
#else
    r2 = y;
    x = 1;
#endif
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, left, 0);
    pthread_create(&second, 0, right, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(!(r1 == 1 && r2 == 1));
    return 0;
}
