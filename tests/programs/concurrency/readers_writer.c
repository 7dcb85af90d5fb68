// A readers-writer lock of one's own: the first reader locks out the writer, the last lets it in.
// expect: assert holds
// expect: race holds
// expect: deadlock holds
// variant: -DCARELESS
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t resource = PTHREAD_MUTEX_INITIALIZER;
static int readers, a, b;

static void *reader(void *unused) {
#ifndef CARELESS
    pthread_mutex_lock(&counting);
    if (++readers == 1)
        pthread_mutex_lock(&resource);
    pthread_mutex_unlock(&counting);
#endif
    int seen = a;
    assert(seen == b);
#ifndef CARELESS
    pthread_mutex_lock(&counting);
    if (--readers == 0)
        pthread_mutex_unlock(&resource);
    pthread_mutex_unlock(&counting);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    pthread_mutex_lock(&resource);
    a++;
    b++;
    pthread_mutex_unlock(&resource);
    pthread_join(thread, 0);
    return 0;
}
