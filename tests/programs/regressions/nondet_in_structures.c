// Inputs in structures, arrays, bit-fields and floats: a bug at one value is found, or the answer is unknown.
// args: --check reach
// expect: reach violated|unknown
// variant: -DBITS
// expect: reach violated|unknown
// variant: -DFLOAT
// expect: reach violated|unknown
// variant: -DCOPY
// expect: reach violated|unknown
// variant: -DBYTES
// expect: reach violated|unknown
// variant: -DSWITCH
// expect: reach violated|unknown
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int first, second; };
struct bits { unsigned low : 13, high : 19; };
static struct pair make(int value) { struct pair pair = {value, value - 1}; return pair; }
int main(void) {
    int value = __VERIFIER_nondet_int();
#ifdef BITS
    struct bits bits = {0};
    bits.low = value;
    if (bits.low == 4711) reach_error();
#elif defined FLOAT
    double real = value;
    if (real == 4711.0) reach_error();
#elif defined COPY
    int copy;
    memcpy(&copy, &value, sizeof copy);
    if (copy == 4711) reach_error();
#elif defined BYTES
    unsigned char *bytes = (unsigned char *)&value;
    if (bytes[0] == 1 && bytes[1] == 2 && bytes[2] == 3 && bytes[3] == 4) reach_error();
#elif defined SWITCH
    switch ((short)(value + 5)) {
    case -32768: switch (value) { case 98299: return 0; }
                 reach_error();
    }
#else
    if (make(value).second == 4711) reach_error();
#endif
    return 0;
}
