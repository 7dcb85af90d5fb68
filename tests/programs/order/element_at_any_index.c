// A thread writes through a pointer to an element whose index nobody knows: that one and no other changes.
// expect: assert holds
// expect: memory holds
// expect: race holds
// variant: -DLIMIT=5
// expect: memory violated
// variant: -DWITHOUT_JOIN
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef LIMIT
#define LIMIT 4
#endif

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static int cells[4];
static int *element;

static void *writer(void *unused) {
    *element = 7;
    return 0;
}

int main(void) {
    pthread_t thread;
    unsigned index = __VERIFIER_nondet_uint();
    __VERIFIER_assume(index < LIMIT);
    element = &cells[index];
    pthread_create(&thread, 0, writer, 0);
#ifndef WITHOUT_JOIN
    pthread_join(thread, 0);
#endif
    assert(cells[index % 4] == 7);
    assert(cells[(index + 1) % 4] == 0);
    return 0;
}
