// Two servers that never stop: their states repeat, so what holds is proved.
// expect: assert holds
// expect: deadlock holds
// expect: race holds
// slow: schedule uw order
// variant: -DLIMIT=2
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef LIMIT
#define LIMIT 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int served;

static void *server(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        served = (served + 1) % 3;
        assert(served < LIMIT);
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, server, 0);
    server(0);
    return 0;
}
