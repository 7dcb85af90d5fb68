// What a loop's body declares is uninitialised in each round, not what it was in the round before.
// expect: assert holds
#include <assert.h>

int main(void) {
    int sum = 0;
    for (int round = 0; round < 3; round++) {
        int local[2] = {round};
        local[1]++;
        sum += local[0] + local[1];
    }
    assert(sum == 6);
    return 0;
}
