// Three threads join each other in a circle and wait for ever; in a row they end.
// expect: deadlock violated
// variant: -DIN_A_ROW
// expect: deadlock holds
#include <pthread.h>
#include <semaphore.h>

static pthread_t thread[3];
static sem_t known;

static void *joiner(void *argument) {
    int other = *(int *)argument;
    sem_wait(&known);
    if (other < 3)
        pthread_join(thread[other], 0);
    return 0;
}

int main(void) {
#ifdef IN_A_ROW
    int next[3] = {1, 2, 3};
#else
    int next[3] = {1, 2, 0};
#endif
    sem_init(&known, 0, 0);
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], 0, joiner, &next[i]);
    for (int i = 0; i < 3; i++)
        sem_post(&known);
#ifdef IN_A_ROW
    pthread_join(thread[0], 0);
    return 0;
#else
    pthread_exit(0);
#endif
}
