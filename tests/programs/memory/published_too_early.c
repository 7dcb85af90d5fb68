// A pointer is published before what it points to is ready.
// expect: assert violated
// expect: memory holds
// variant: -DREADY_FIRST
// expect: assert holds
// expect: memory holds
// expect: race holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct message { _Atomic int ready; };

static struct message *_Atomic box;

static void *reader(void *unused) {
    struct message *message = box;
    if (message)
        assert(message->ready == 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    struct message *message = calloc(1, sizeof *message);
    pthread_create(&thread, 0, reader, 0);
#ifdef READY_FIRST
    message->ready = 1;
    box = message;
#else
    box = message;
    message->ready = 1;
#endif
    pthread_join(thread, 0);
    free(message);
    return 0;
}
