// A pointer to one of two variables is published and followed; writing to the first afterwards is a race for one number.
// expect: race violated
// variant: -DFACTOR=4u
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>

#ifndef FACTOR
#define FACTOR 3u
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static int a = 1, b = 2;
static int *_Atomic published;

static void *reader(void *unused) {
    int *p = published;
    if (p)
        assert(*p >= 1 && *p <= 3);
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned n = __VERIFIER_nondet_uint();
    pthread_create(&thread, 0, reader, 0);
    published = n * FACTOR == 45u ? &a : &b;
    a = 3;
    pthread_join(thread, 0);
    return 0;
}
