// Output has no effect; whether it succeeded is open.
// expect: assert holds
// expect: memory holds
// variant: -DLOOKED_AT
// expect: assert violated
#include <assert.h>
#include <stdio.h>

static int value = 1;

int main(void) {
    int result = printf("%d %s %f\n", value++, "text", 1.5);
    fprintf(stderr, "%d", value++);
    puts("line");
    putchar('x');
    fputs("text", stdout);
    fputc('y', stdout);
    fflush(stdout);
    perror("error");
    assert(value == 3);
#ifdef LOOKED_AT
    assert(result >= 0);
#endif
    return 0;
}
