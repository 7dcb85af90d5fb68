// A write outside of an array ends what is said of its thread, and the check of memory tells it; the other thread goes on.
// expect: memory violated
// expect: reach violated
// variant: -DSIZE=5
// expect: memory holds
// expect: reach violated
// modular: memory
// variant: -DOTHER=0
// expect: memory violated
// expect: reach holds
// modular: reach
// variant: -DSIZE=5 -DOTHER=0
// expect: memory holds
// expect: reach violated
// modular: memory
#include <pthread.h>

extern void reach_error(void);

#ifndef SIZE
#define SIZE 4
#endif
#ifndef OTHER
#define OTHER 1
#endif

static int array[SIZE];

static void *writer(void *unused) {
    for (int i = 0; i <= 4; i++)
        array[i] = 1;
    reach_error();
    return unused;
}

static void *other(void *unused) {
    reach_error();
    return unused;
}

int main(void) {
    pthread_t thread;
    if (OTHER)
        pthread_create(&thread, 0, other, 0);
    pthread_create(&thread, 0, writer, 0);
    pthread_join(thread, 0);
    (void)other;
    return 0;
}
