// Tokens: strtok keeps one place for the whole process, strtok_r and strsep keep it with the caller.
// expect: assert holds
// expect: memory holds
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char one[] = ",a,,b", two[] = "x y", three[] = "p,,q";
    char *state, *at = three;
    assert(strcmp(strtok(one, ","), "a") == 0);
    assert(strcmp(strtok_r(two, " ", &state), "x") == 0);
    assert(strcmp(strtok(0, ","), "b") == 0);
    assert(strcmp(strtok_r(0, " ", &state), "y") == 0);
    assert(strtok(0, ",") == 0 && strtok_r(0, " ", &state) == 0);
    assert(strcmp(strsep(&at, ","), "p") == 0);
    assert(strcmp(strsep(&at, ","), "") == 0);
    assert(strcmp(strsep(&at, ","), "q") == 0);
    assert(strsep(&at, ",") == 0);
    return 0;
}
