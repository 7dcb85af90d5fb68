// Two bit-fields of one word are one memory location, two characters are two.
// expect: assert violated
// expect: race violated
// variant: -DBYTES
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

static struct {
#ifdef BYTES
    unsigned char left, right;
#else
    unsigned left : 4, right : 4;
#endif
} flags;

static void *worker(void *unused) {
    flags.left = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    flags.right = 1;
    pthread_join(thread, 0);
    assert(flags.left == 1 && flags.right == 1);
    return 0;
}
