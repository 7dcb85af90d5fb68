// One thread frees what another reads: a use after free in one order, none when they are ordered.
// expect: memory violated
// variant: -DORDERED
// expect: memory holds
// expect: race holds
#include <pthread.h>
#include <stdlib.h>
int *block;
void *reader(void *unused) { return (void *)(long)*block; }
int main(void) {
    pthread_t thread;
    block = calloc(1, sizeof *block);
    pthread_create(&thread, 0, reader, 0);
#ifdef ORDERED
    pthread_join(thread, 0);
    free(block);
#else
    free(block);
    pthread_join(thread, 0);
#endif
    return 0;
}
