// A jump to a label whose address was taken goes there.
// expect: assert holds|unknown
#include <assert.h>
int main(void) {
    static void *table[] = {&&zero, &&one, &&two};
    int result = 0;
    for (int at = 0; at < 3; at++) {
        goto *table[at];
    zero: result += 1; continue;
    one: result += 10; continue;
    two: result += 100; continue;
    }
    assert(result == 111);
    return 0;
}
