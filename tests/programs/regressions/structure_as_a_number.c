// A structure with padding that is read and written as one number is all its bytes, also in macros and calls.
// versions: all
// expect: assert holds
// variant: -DPADDING_IS_ZERO
// expect: assert violated
#include <assert.h>

typedef long long __attribute__((may_alias)) word;
struct padded { char letter; int number; };

#define AS_A_WORD(object) return *(word *)&object
#define STORE(object, value) *(word *)&object = same(value)

static struct padded shared;

static long long same(long long value) { return value; }
static long long as_a_word(void) { AS_A_WORD(shared); }

int main(void) {
    struct padded local;
    STORE(shared, 0x0102030405060708);
    STORE(local, -1);
    assert(as_a_word() == 0x0102030405060708);
    assert(same(*(word *)&local) == -1);
#ifdef PADDING_IS_ZERO
    assert(((char *)&shared)[3] == 0);
#else
    assert(((char *)&shared)[3] == 5 && ((char *)&local)[1] == -1);
#endif
    assert(shared.letter == 8 && shared.number == 0x01020304 && local.number == -1);
    return 0;
}
