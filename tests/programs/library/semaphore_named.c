// Named semaphores are shared with other processes: not modelled, and it says so.
// expect: assert unknown
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>

int main(void) {
    sem_t *semaphore = sem_open("/name", O_CREAT, 0600, 1);
    assert(semaphore != SEM_FAILED);
    return 0;
}
