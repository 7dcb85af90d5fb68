// The address of a loop's variable as the argument: the thread may see a later value.
// expect: assert violated
// expect: race violated
// variant: -DBY_VALUE
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>

static _Atomic int seen[3];

static void *worker(void *argument) {
#ifdef BY_VALUE
    int index = (int)(long)argument;
#else
    int index = *(int *)argument;
#endif
    seen[index]++;
    return 0;
}

int main(void) {
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++)
#ifdef BY_VALUE
        pthread_create(&threads[i], 0, worker, (void *)(long)i);
#else
        pthread_create(&threads[i], 0, worker, &i);
#endif
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(seen[0] == 1 && seen[1] == 1);
    return 0;
}
