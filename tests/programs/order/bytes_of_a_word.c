// One thread writes two bytes of a word in their order, another reads the word whole.
// expect: assert holds
// expect: race violated
// variant: -DNEVER_BOTH
// expect: assert violated
// variant: -DNEVER_HALF
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static union {
    unsigned word;
    unsigned char byte[4];
} shared;

static void *writer(void *unused) {
    shared.byte[0] = 0x11;
    shared.byte[1] = 0x22;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    unsigned seen = shared.word;
#if defined NEVER_BOTH
    assert(seen != 0x2211);
#elif defined NEVER_HALF
    assert(seen != 0x11);
#else
    assert(seen == 0 || seen == 0x11 || seen == 0x2211);
#endif
    return 0;
}
