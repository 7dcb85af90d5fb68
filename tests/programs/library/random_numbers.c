// Random numbers are any in their range, whatever the seed.
// expect: assert holds
// variant: -DNEVER_ZERO
// expect: assert violated
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    int number;
    srand(time(0));
    number = rand();
    assert(number >= 0 && number <= RAND_MAX);
#ifdef NEVER_ZERO
    assert(number != 0);
#endif
    assert(random() >= 0);
    return 0;
}
