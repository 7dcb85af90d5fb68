// A key may be deleted while a thread that has a value for it ends.
// expect: race holds
// expect: memory holds
#include <pthread.h>
#include <semaphore.h>
pthread_key_t key;
int value;
sem_t is_set;

static void destroy(void *unused) {}

static void *sets(void *unused)
{
    pthread_setspecific(key, &value);
    sem_post(&is_set);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&is_set, 0, 0);
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, sets, 0);
    sem_wait(&is_set);
    pthread_key_delete(key);
    pthread_join(thread, 0);
    return 0;
}
