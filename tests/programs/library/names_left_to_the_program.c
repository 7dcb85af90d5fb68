// A name that ISO C leaves to the program may mean anything there: the library does not call it.
// clang: -std=c11 -fno-builtin
// expect: assert holds
// expect: memory holds
// variant: -DWRONG_COPY
// expect: assert violated
// variant: -DWRONG_TOKEN
// expect: assert violated
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int calls;

void stpcpy(void) { calls++; }
void stpncpy(void) { calls++; }
int strnlen(int number) { return calls += number; }
char strchrnul(void) { return calls++; }
void strtok_r(void) { calls++; }
void read(void) { calls++; }

int main(void) {
    char text[8] = "xyz", words[] = "a b";
    strcpy(text, "ab");
#ifdef WRONG_COPY
    assert(text[0] == 'x');
#endif
    strcat(text, "c");
    strncat(text, "def", 1);
    assert(strcmp(text, "abcd") == 0);
    strncpy(text, "z", 3);
    assert(text[0] == 'z' && text[1] == 0 && text[2] == 0 && text[3] == 'd');
    assert(strchr(text, 'z') == text);
    assert(strtok(words, " ") == words);
#ifdef WRONG_TOKEN
    assert(strtok(0, " ") == words);
#endif
    assert(sprintf(text, "%.2s", "abc") == 2 && strcmp(text, "ab") == 0);
    assert(calls == 0);
    return 0;
}
