// main with its parameters: a program that ignores them is an ordinary one.
// expect: assert holds
// expect: memory holds
#include "check.h"

int main(int argc, char **argv) {
    int n = 0;
    (void)argc;
    (void)argv;
    assert(n == 0);
}
