// A cancelled thread does not get beyond read, write, open or close.
// expect: assert holds
// variant: -DREAD
// expect: assert holds
// variant: -DOPEN
// expect: assert holds
// variant: -DCLOSE
// expect: assert holds
// variant: -DDISABLED
// expect: assert violated
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void *worker(void *unused) {
    char byte[1];
#ifdef DISABLED
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
#endif
    pthread_cancel(pthread_self());
#ifdef READ
    read(0, byte, 1);
#elif defined OPEN
    open("file", O_RDONLY);
#elif defined CLOSE
    close(0);
#else
    write(1, "x", 1);
#endif
    assert(0);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
