// A new thread finds its own thread-local variables and keys as they are at the beginning, whatever its number.
// expect: assert holds
// expect: memory holds
#include <assert.h>
#include <pthread.h>

_Thread_local int mine = 7;
pthread_key_t key;
int marker;

void *worker(void *unused) {
    assert(mine == 7);
    assert(pthread_getspecific(key) == 0);
    mine = 8;
    pthread_setspecific(key, &marker);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, 0);
    for (int round = 0; round < 3; round++) {
        pthread_create(&thread, 0, worker, 0);
        pthread_join(thread, 0);
    }
    assert(mine == 7);
    return 0;
}
