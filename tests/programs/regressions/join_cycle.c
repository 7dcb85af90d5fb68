// Two threads that join each other wait for ever.
// expect: deadlock violated
#include <pthread.h>
#include <semaphore.h>

pthread_t first, second;
sem_t known;

void *one(void *unused) {
    sem_wait(&known);
    pthread_join(second, 0);
    return 0;
}
void *two(void *unused) {
    sem_wait(&known);
    pthread_join(first, 0);
    return 0;
}

int main(void) {
    sem_init(&known, 0, 0);
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    sem_post(&known);
    sem_post(&known);
    while (1) {}
}
