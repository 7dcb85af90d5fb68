// qsort sorts with the caller's order, bsearch finds by it.
// expect: assert holds
// expect: memory holds
#include <assert.h>
#include <stdlib.h>

static int compare(const void *one, const void *other) {
    int a = *(const int *)one, b = *(const int *)other;
    return (a > b) - (a < b);
}

int main(void) {
    int numbers[] = {5, -1, 3, 3, 9, 0}, wanted = 9, missing = 4;
    qsort(numbers, 6, sizeof(int), compare);
    for (int at = 1; at < 6; at++)
        assert(numbers[at - 1] <= numbers[at]);
    assert(numbers[0] == -1 && numbers[5] == 9);
    assert(bsearch(&wanted, numbers, 6, sizeof(int), compare) == &numbers[5]);
    assert(bsearch(&missing, numbers, 6, sizeof(int), compare) == 0);
    assert(bsearch(&missing, numbers, 0, sizeof(int), compare) == 0);
    qsort(numbers, 0, sizeof(int), compare);
    return 0;
}
