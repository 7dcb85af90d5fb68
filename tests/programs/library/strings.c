// Lengths, copies, comparisons and searches of strings.
// expect: assert holds
// expect: memory holds
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int main(void) {
    char text[16], many[8];
    const char *loom = "warp and weft";
    assert(strlen("") == 0 && strlen(loom) == 13 && strnlen(loom, 4) == 4);
    assert(strcpy(text, "warp") == text && strcmp(text, "warp") == 0);
    assert(stpcpy(text, "we") == text + 2);
    assert(strcmp(strcat(text, "ft"), "weft") == 0);
    assert(strcmp(strncat(text, "abc", 2), "weftab") == 0);
    memset(many, 'x', sizeof many);
    strncpy(many, "ab", 4);
    assert(many[1] == 'b' && many[2] == 0 && many[3] == 0 && many[4] == 'x');
    strncpy(many, "abcdef", 3);
    assert(many[2] == 'c' && many[3] == 0);
    assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("ab", "a") > 0);
    assert(strcmp("\x80", "a") > 0);
    assert(strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0);
    assert(strcasecmp("WaRp", "wArP") == 0 && strncasecmp("ABc", "abd", 2) == 0);
    assert(strchr(loom, 'a') == loom + 1 && strchr(loom, 'z') == 0);
    assert(strchr(loom, 0) == loom + 13 && strrchr(loom, 'w') == loom + 9);
    assert(strstr(loom, "and") == loom + 5 && strstr(loom, "nd w") == loom + 6);
    assert(strstr(loom, "andy") == 0 && strstr(loom, "") == loom);
    assert(strspn(loom, "paw") == 2 && strcspn(loom, " ") == 4);
    assert(strpbrk(loom, "dn") == loom + 6 && strpbrk(loom, "xyz") == 0);
    return 0;
}
