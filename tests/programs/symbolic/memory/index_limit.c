// An index below the array's length is fine; one more input value, and the access can be out of bounds.
// expect: memory holds
// variant: -DLIMIT=101
// expect: memory violated
#ifndef LIMIT
#define LIMIT 100
#endif

extern unsigned __VERIFIER_nondet_uint(void);

static int table[100];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() * 5u % LIMIT;
    table[i] = 1;
    return table[i] - 1;
}
