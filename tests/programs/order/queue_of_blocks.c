// Two heap blocks pass through a queue of two places, in their order; each is freed once.
// expect: assert holds
// expect: memory holds
// expect: deadlock holds
// variant: -DSWAPPED
// expect: assert violated
// variant: -DFREED_TOO_EARLY
// expect: memory violated
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static int *queue[2];
static sem_t filled;

static void *consumer(void *unused) {
    for (int i = 0; i < 2; i++) {
        sem_wait(&filled);
        int *block = queue[i];
#ifdef SWAPPED
        assert(*block == 2 - i);
#else
        assert(*block == 1 + i);
#endif
        free(block);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    sem_init(&filled, 0, 0);
    pthread_create(&thread, 0, consumer, 0);
    for (int i = 0; i < 2; i++) {
        int *block = malloc(sizeof *block);
        *block = 1 + i;
        queue[i] = block;
        sem_post(&filled);
#ifdef FREED_TOO_EARLY
        free(block);
#endif
    }
    pthread_join(thread, 0);
    return 0;
}
