// The address of a thread-local variable that another thread gets is shared like any other.
// expect: race violated
// variant: -DATOMIC
// expect: race holds
// expect: assert violated
// expect: memory violated
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef ATOMIC
typedef atomic_int number;
#else
typedef int number;
#endif

_Thread_local number mine;
_Atomic(number *) leak;

void *worker(void *unused) {
    leak = &mine;
    mine = 1;
    assert(mine == 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    number *other = leak;
    if (other) *other = 2;
    return 0;
}
