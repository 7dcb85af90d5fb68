// An access that leaves its object goes wrong and does not happen, so that it takes part in no race.
// expect: race holds
// expect: memory violated
// variant: -DBYTES=8
// expect: race violated
// expect: memory holds
#include <pthread.h>
#include <stdlib.h>
#ifndef BYTES
#define BYTES 6
#endif
char *block;

static void *writer(void *unused)
{
    *(int *)(block + 4) = 7;
    return unused;
}

int main(void)
{
    pthread_t thread;
    block = malloc(BYTES);
    pthread_create(&thread, 0, writer, 0);
    block[4] = 1;
    pthread_join(thread, 0);
    return 0;
}
