// Whoever unlocks another thread's mutex has unlocked it, where nobody asks whether that is allowed.
// args: --check assert,race
// expect: assert violated
// expect: race violated
// variant: -DOWN
// expect: assert holds
// expect: race holds
// variant: -DDESTROYED
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *unused) {
#if !defined OWN && !defined DESTROYED
    pthread_mutex_unlock(&lock);
#endif
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
#ifdef DESTROYED
    pthread_mutex_destroy(&lock);
#endif
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    assert(counter == 2);
    return 0;
}
