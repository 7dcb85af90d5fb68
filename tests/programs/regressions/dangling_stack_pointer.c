// A pointer into a frame that has ended stays wrong when the same function runs again.
// expect: memory violated
#include <stddef.h>
int *kept;

int again(int first) {
    int local = 5;
    if (first) kept = &local;
    else return *kept + local;
    return local;
}

int main(void) {
    again(1);
    return again(0);
}
