// Two threads write to elements at unknown indices: a race just where these can be equal.
// expect: race violated
// variant: -DDIFFERENT
// expect: race holds
// expect: assert holds
// variant: -DDIFFERENT -DWRONG
// expect: race holds
// expect: assert violated
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static int cells[3];
static unsigned first, second;

static void *writer(void *unused) {
    cells[first] = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    first = __VERIFIER_nondet_uint();
    second = __VERIFIER_nondet_uint();
    __VERIFIER_assume(first < 3 && second < 3);
#ifdef DIFFERENT
    __VERIFIER_assume(first != second);
#endif
    pthread_create(&thread, 0, writer, 0);
    cells[second] = 2;
    pthread_join(thread, 0);
#ifdef DIFFERENT
#ifdef WRONG
    assert(cells[0] + cells[1] == 3);
#else
    assert(cells[0] + cells[1] + cells[2] == 3);
#endif
#endif
    return 0;
}
