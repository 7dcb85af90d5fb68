// What output functions return says whether it worked, and nothing else.
// expect: assert holds
// variant: -DWRITTEN
// expect: assert violated
// variant: -DLINE
// expect: assert violated
// variant: -DLONG_LINE
// expect: assert violated
// variant: -DFLUSHED
// expect: assert violated
// variant: -DCLOSED
// expect: assert violated
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char byte[1] = {0};
    int written = putchar('a'), high = fputc(0x1ff, stdout), line = puts("x");
    int flushed = fflush(stdout), closed = close(0);
    FILE *file = fopen("file", "w");
    assert(written == 'a' || written == EOF);
    assert(high == 0xff || high == EOF);
    assert(line >= 0 || line == EOF);
    assert(flushed == 0 || flushed == EOF);
    assert(closed == 0 || closed == -1);
    if (file) {
        int ended = fclose(file);
        assert(ended == 0 || ended == EOF);
    }
    assert(fwrite(byte, 0, 5, stdout) == 0);
    assert(fwrite(byte, 1, 1, stdout) <= 1);
    assert(sysconf(_SC_PAGESIZE) == getpagesize() && getpagesize() > 0);
#ifdef WRITTEN
    assert(written == 'a');
#elif defined LINE
    assert(line != EOF);
#elif defined LONG_LINE
    assert(line < 1000000);
#elif defined FLUSHED
    assert(flushed == 0);
#elif defined CLOSED
    assert(closed == 0);
#endif
    return 0;
}
