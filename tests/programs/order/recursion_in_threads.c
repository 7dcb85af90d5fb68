// Two threads recurse at once, one of them writing down each level; their frames do not mix.
// expect: assert holds
// expect: race holds
// variant: -DSHARED
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

static int level[4];

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int down(int n) {
    int before = n * 10;
    level[n] = before;
    if (n > 0)
        down(n - 1);
    return before + level[n];
}

static void *first(void *unused) {
    assert(fibonacci(5) == 5);
#ifdef SHARED
    level[3] = 1;
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    assert(down(3) == 60);
    pthread_join(thread, 0);
    return 0;
}
