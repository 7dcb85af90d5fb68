// A pointer that is copied byte by byte into a global buffer makes its target shared.
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <string.h>

unsigned char buffer[sizeof(int *)];

void *worker(void *unused) {
    int *target;
    for (unsigned at = 0; at < sizeof target; at++)
        ((unsigned char *)&target)[at] = buffer[at];
    *target = 1;
    return 0;
}

int main(void) {
    int local = 0;
    int *pointer = &local;
    pthread_t thread;
    memcpy(buffer, &pointer, sizeof pointer);
    pthread_create(&thread, 0, worker, 0);
    assert(local == 0);
    pthread_join(thread, 0);
    return 0;
}
