// A function without a body returns anything, also through a pointer; what it returns is not one fixed value.
// args: --nondet-externs
// expect: assert violated
// expect: reach violated
#include <assert.h>
extern void reach_error(void);
extern int mystery(void);
extern unsigned char small(int);

int main(void) {
    int (*pointer)(void) = mystery;
    int first = mystery(), second = pointer();
    if (first == 3 && second == 4) reach_error();
    assert(small(1) != 200);
    return 0;
}
