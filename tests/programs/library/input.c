// Input is any: characters in their range, any number, any line that fits, and perhaps nothing.
// expect: assert holds
// expect: memory holds
// variant: -DEND
// expect: assert violated
// variant: -DNUMBER
// expect: assert violated
// variant: -DLINE
// expect: assert violated
#include <assert.h>
#include <stdio.h>

int main(void) {
    char line[2];
    int number = 5, character = getchar();
    assert(character >= -1 && character <= 255);
#ifdef END
    assert(character != EOF);
#endif
#ifdef NUMBER
    if (scanf("%d", &number) == 1)
        assert(number != 1234567);
    else
        assert(number == 5);
#endif
#ifdef LINE
    if (fgets(line, sizeof line, stdin))
        assert(line[0] != 'q' || line[1] != 0);
#endif
    return 0;
}
