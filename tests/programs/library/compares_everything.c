// memcmp needs both objects to be as large as it is told, also where they differ at once.
// expect: memory violated
// variant: -DFITS
// expect: memory holds
// expect: assert holds
// variant: -DRACES
// expect: race violated
#include <assert.h>
#include <pthread.h>
#include <string.h>
char one[4] = {1, 2, 3, 4}, other[4] = {2, 2, 3, 3};

static void *writer(void *unused)
{
    one[3] = 9;
    return unused;
}

int main(void)
{
#ifdef RACES
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    return memcmp(one, other, 4);
#elif defined FITS
    assert(memcmp(one, other, 4) < 0 && memcmp(other, one, 4) > 0);
    assert(memcmp(one + 1, other + 1, 2) == 0 && memcmp(one + 1, other + 1, 3) > 0);
    return 0;
#else
    return memcmp(one, other, 5);
#endif
}
