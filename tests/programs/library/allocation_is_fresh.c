// What malloc returns was never written, so it holds any value.
// expect: assert violated
// variant: -DZEROED
// expect: assert holds
#include <assert.h>
#include <stdlib.h>

int main(void) {
#ifdef ZEROED
    unsigned char *byte = calloc(1, 1);
#else
    unsigned char *byte = malloc(1);
#endif
    assert(*byte == 0);
    free(byte);
    return 0;
}
