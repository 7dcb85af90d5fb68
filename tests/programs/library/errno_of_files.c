// What fails outside tells why: errno is any error then, and no other call touches it.
// expect: assert holds
// variant: -DREAD
// expect: assert violated
// variant: -DWRITE
// expect: assert violated
// variant: -DOPEN
// expect: assert violated
// variant: -DCLOSE
// expect: assert violated
// variant: -DSTREAM
// expect: assert violated
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char byte[1];
#ifdef READ
    if (read(0, byte, 1) == -1)
        assert(errno != EAGAIN);
#elif defined WRITE
    if (write(1, "x", 1) == -1)
        assert(errno != EPIPE);
#elif defined OPEN
    if (open("file", O_RDONLY) == -1)
        assert(errno != ENOENT);
#elif defined CLOSE
    if (close(0) == -1)
        assert(errno != EINTR);
#elif defined STREAM
    if (fopen("file", "r") == NULL)
        assert(errno != ENOENT);
#else
    int file;
    errno = 0;
    assert((read(0, byte, 1) == -1) == (errno > 0));
    errno = 0;
    file = open("file", O_RDONLY);
    assert((file == -1) == (errno > 0));
    errno = 0;
    assert((close(file) == -1) == (errno > 0));
#endif
    return 0;
}
