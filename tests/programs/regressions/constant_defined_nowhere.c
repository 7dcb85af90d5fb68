// A constant that nobody defines holds anything; giving it contents is no write of the program's.
// args: --nondet-externs
// expect: memory holds
// expect: assert violated
#include <assert.h>

struct table {
    int size;
    void *next;
};
extern const struct table table;

int main(void) {
    assert(table.size != 7);
    return 0;
}
