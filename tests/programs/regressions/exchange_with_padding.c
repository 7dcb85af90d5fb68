// Compare-and-exchange of a structure compares its padding as well.
// expect: assert holds
// variant: -DPADDING
// expect: assert violated
#include <assert.h>
#include <stdatomic.h>
#include <string.h>

struct padded { char letter; int number; };

static struct padded place;

int main(void) {
    struct padded expected, desired;
    memset(&expected, 0, sizeof expected);
    memset(&desired, 0, sizeof desired);
    ((char *)&desired)[2] = 9;
#ifdef PADDING
    ((char *)&place)[1] = 1;
#endif
    assert(__atomic_compare_exchange(&place, &expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    assert(((char *)&place)[2] == 9);
    return 0;
}
