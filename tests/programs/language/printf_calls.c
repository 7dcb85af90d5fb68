// Output functions with variable arguments can be called and disturb nothing.
// expect: assert holds
// expect: memory holds
// expect: deadlock holds
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n = 3;
    printf("%d %s %5.2f %c %lld\n", n, "text", 1.5, 'c', 1LL << 40);
    puts("line");
    fprintf(stderr, "%u\n", 7u);
    assert(n == 3);
    return 0;
}
