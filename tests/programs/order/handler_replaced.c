// A function pointer in shared memory is replaced while it is called: the old or the new one runs.
// expect: assert holds
// expect: memory holds
// variant: -DNEVER_NEW
// expect: assert violated
// variant: -DCLEARED
// expect: memory violated
#include <assert.h>
#include <pthread.h>

typedef int handler(int);

static int next(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }

static handler *_Atomic current = next;

static void *replacer(void *unused) {
#ifdef CLEARED
    current = 0;
#endif
    current = twice;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, replacer, 0);
    int result = current(5);
#ifdef NEVER_NEW
    assert(result == 6);
#else
    assert(result == 6 || result == 10);
#endif
    return 0;
}
