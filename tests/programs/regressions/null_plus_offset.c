// A null pointer with an offset is still none.
// expect: memory violated
// variant: -DOFFSET=100000
// expect: memory violated
// variant: -DOFFSET=-8
// expect: memory violated
// variant: -DOFFSET=0x7fffffff
// expect: memory violated
#ifndef OFFSET
#define OFFSET 8
#endif
int global = 1;
int main(void) {
    char *null = 0;
    volatile long offset = OFFSET;
    return null[offset];
}
