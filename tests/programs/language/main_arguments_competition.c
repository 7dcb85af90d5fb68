// In the competition main's arguments are any; of what it does not look at, nothing depends.
// args: --sv-comp --check assert
// expect: assert holds
// variant: -DCOUNT
// expect: assert violated
// variant: -DNEGATIVE
// expect: assert holds
// variant: -DEND
// expect: assert unknown
// variant: -DCHARACTER
// expect: assert violated
// variant: -DLONG
// expect: assert unknown
#include "check.h"

int main(int argc, char **argv)
{
    (void)argv;
#if defined COUNT
    assert(argc != 1000);
#elif defined NEGATIVE
    assert(argc >= 0);
#elif defined END
    assert(argv[argc] == NULL);
    assert(argc == 0 || argv[0] != NULL);
#elif defined CHARACTER
    assert(argc < 3 || argv[2][0] != '-' || argv[2][1] != 'x' || argv[2][2] != 0);
#elif defined LONG /* More than is tried: wrong, and nobody says that it is right. */
    int length = 0;
    while (argc > 1 && argv[1][length] != 0)
        length++;
    assert(length < 9);
#endif
    return 0;
}
