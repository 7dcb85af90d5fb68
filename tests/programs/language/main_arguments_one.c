// Without the conventions of the competition one command line is tried: the program's name.
// expect: assert holds
// expect: memory holds
// variant: -DWRONG
// expect: assert violated
#include "check.h"

int main(int argc, char **argv)
{
    assert(argc == 1);
    assert(argv[1] == NULL);
#ifdef WRONG
    assert(argv[0] == NULL);
#endif
    return 0;
}
