// There is at least one processor, and there may be more.
// expect: assert holds
// variant: -DONE
// expect: assert violated
// variant: -DOTHER_LIMIT
// expect: assert violated
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(sysconf(_SC_NPROCESSORS_CONF) >= 1);
    assert(sysconf(_SC_NPROCESSORS_ONLN) >= 1);
#ifdef ONE
    assert(sysconf(_SC_NPROCESSORS_ONLN) == 1);
#endif
#ifdef OTHER_LIMIT
    assert(sysconf(_SC_THREAD_THREADS_MAX) >= 1);
#endif
    return 0;
}
