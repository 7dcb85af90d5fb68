// Two threads write different bytes of one word: no race, and nothing is lost; unless the word is written.
// expect: assert holds
// expect: race holds
// variant: -DWHOLE
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

static union {
    unsigned word;
    unsigned char byte[4];
} shared;

static void *writer(void *unused) {
#ifdef WHOLE
    shared.word |= 0x11;
#else
    shared.byte[0] = 0x11;
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    shared.byte[1] = 0x22;
    pthread_join(thread, 0);
    assert(shared.word == 0x2211);
    return 0;
}
