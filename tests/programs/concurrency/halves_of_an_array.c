// Two threads each fill half an array: no element is shared, unless the halves overlap.
// expect: assert holds
// expect: race holds
// expect: memory holds
// variant: -DOVERLAP=1
// expect: race violated
#include <assert.h>
#include <pthread.h>

#ifndef OVERLAP
#define OVERLAP 0
#endif

static int squares[4];

static void *fill(void *argument) {
    int from = (int)(long)argument;
    for (int i = from; i < from + 2; i++)
        squares[i] = i * i;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, fill, (void *)(long)(2 - OVERLAP));
    fill((void *)0L);
    pthread_join(thread, 0);
    assert(squares[0] + squares[1] + squares[2] + OVERLAP * 9 + squares[3] == 14);
    return 0;
}
