// Data first, then a flag: right in the order of the program, a race unless the flag is atomic.
// expect: assert holds
// expect: race holds
// variant: -DPLAIN
// expect: assert holds
// expect: race violated
// variant: -DREVERSED
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

#ifdef PLAIN
static int flag;
#else
static _Atomic int flag;
#endif
static int data;

static void *sender(void *unused) {
#ifdef REVERSED
    flag = 1;
    data = 42;
#else
    data = 42;
    flag = 1;
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    if (flag)
        assert(data == 42);
    pthread_join(thread, 0);
    return 0;
}
