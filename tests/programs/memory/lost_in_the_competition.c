// In the competition memory that is lost counts as an error of memory, and that is not looked for.
// args: --sv-comp --check memory
// expect: memory unknown
// variant: -DNONE
// expect: memory holds
// variant: -DFREED
// expect: memory violated
#include <pthread.h>
#include <stdlib.h>

static int place;

static void *worker(void *unused) {
#ifdef NONE
    int *mine = &place;
#else
    int *mine = malloc(sizeof *mine);
#endif
#ifdef FREED
    free(mine);
#endif
    *mine = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
