// Threads may register handlers at the same time; none is lost.
// expect: assert holds
// expect: race holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int calls;

static void count(void) { calls++; }
static void check(void) { assert(calls == 2); }

static void *registers(void *unused)
{
    atexit(count);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    atexit(check);
    pthread_create(&one, 0, registers, 0);
    pthread_create(&two, 0, registers, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
