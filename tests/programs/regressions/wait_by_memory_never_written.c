// Whether a section waits is decided by memory that nobody has written: each time that the thread
// tries it may find something else there, so that it is not stuck unless the memory is zero.
// expect: deadlock holds|unknown
// variant: -DZEROED
// expect: deadlock violated
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

sem_t semaphore;
unsigned char *block;

static void *waiting(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
    if (*block == 0) sem_wait(&semaphore);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
#ifdef ZEROED
    block = calloc(1, 1);
#else
    block = malloc(1);
#endif
    pthread_create(&thread, 0, waiting, 0);
    pthread_join(thread, 0);
    return 0;
}
