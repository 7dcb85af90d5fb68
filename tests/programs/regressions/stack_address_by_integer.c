// A stack address that travels as an integer is still followed: the variable is shared.
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

void *worker(void *argument) {
    uintptr_t scrambled = (uintptr_t)argument;
    int *target = (int *)~(scrambled ^ 0x5555);
    *target = 1;
    return 0;
}

int main(void) {
    int local = 0;
    pthread_t thread;
    pthread_create(&thread, 0, worker, (void *)(~(uintptr_t)&local ^ 0x5555));
    assert(local == 0);
    pthread_join(thread, 0);
    return 0;
}
