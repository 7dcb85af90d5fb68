// Numbers from text: signs, bases, ends and limits.
// expect: assert holds
// expect: memory holds
// expect: overflow holds
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    const char *text = "  -42abc";
    char *end;
    assert(atoi("17") == 17 && atoi("-3x") == -3 && atoi("") == 0);
    assert(atol("+8") == 8 && atoll("123456789012") == 123456789012);
    assert(strtol(text, &end, 10) == -42 && end == text + 5);
    assert(strtol("0x1F", 0, 16) == 31 && strtol("0x1f", 0, 0) == 31 && strtol("017", 0, 0) == 15);
    assert(strtol("z", 0, 36) == 35 && strtol("102", &end, 2) == 2 && *end == '2');
    text = "x";
    assert(strtol(text, &end, 10) == 0 && end == text);
    text = "0x";
    assert(strtol(text, &end, 16) == 0 && end == text + 1);
    assert(strtoll("99999999999999999999", 0, 10) == LLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtoll("-9223372036854775808", 0, 10) == LLONG_MIN && errno == 0);
    assert(strtoll("-9223372036854775809", 0, 10) == LLONG_MIN && errno == ERANGE);
    assert(strtoul("-1", 0, 10) == ULONG_MAX);
    assert(strtoull("18446744073709551616", 0, 10) == ULLONG_MAX);
    assert(strtol("1", 0, 1) == 0 && errno == EINVAL);
    return 0;
}
