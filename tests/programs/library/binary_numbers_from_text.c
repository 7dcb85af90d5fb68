// As of C23 a binary number may begin with 0b; before, such a text is a zero.
// expect: assert holds
// variant: -DWRONG
// expect: assert violated
#include <assert.h>

long __isoc23_strtol(const char *, char **, int);
unsigned long long __isoc23_strtoull(const char *, char **, int);
long strtol(const char *, char **, int);

int main(void) {
    const char *text = "-0b11";
    char *end;
    assert(__isoc23_strtol(text, &end, 0) == -3 && end == text + 5);
    assert(__isoc23_strtol(text, &end, 2) == -3 && end == text + 5);
    assert(__isoc23_strtol(text, &end, 10) == 0 && end == text + 2);
    assert(__isoc23_strtoull("0B102", &end, 0) == 2 && *end == '2');
    assert(__isoc23_strtoull("0b2", &end, 0) == 0 && *end == 'b');
    assert(__isoc23_strtol("0b1", &end, 16) == 0xb1);
    assert(strtol(text, &end, 0) == 0 && end == text + 2);
#ifdef WRONG
    assert(__isoc23_strtol("0b101", 0, 0) != 5);
#endif
    return 0;
}
