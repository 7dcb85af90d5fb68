// Calls nest deeper than Raddle follows them, and whatever fails behind that is not known.
// expect: assert unknown
// slow: schedule uw
#include <assert.h>
#include <pthread.h>
int shared;

static int down(int n)
{
    return n == 0 ? shared : down(n - 1);
}

static void *worker(void *unused)
{
    assert(down(6000) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    shared = 1;
    pthread_join(thread, 0);
    return 0;
}
