// A thread that could be joined has done all it does before; one that could not be joined has not, and nothing is known.
// expect: race holds
// variant: -DWITHOUT
// expect: race violated
// variant: -DTIMED
// expect: race holds
// variant: -DTIMED -DWITHOUT
// expect: race violated
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static int data;

static void *writer(void *unused) {
    data = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
#ifdef TIMED
    const struct timespec soon = {0, 0};
    int joined = pthread_timedjoin_np(thread, 0, &soon) == 0;
#else
    int joined = pthread_tryjoin_np(thread, 0) == 0;
#endif
#ifdef WITHOUT
    if (!joined)
        data = 2;
#else
    if (joined)
        data = 2;
#endif
    if (!joined)
        pthread_join(thread, 0);
    return data == 0;
}
