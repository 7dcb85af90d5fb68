// Each of these is one error, and its neighbour is none.
// args: --check overflow,division,shift
// expect: overflow holds
// expect: division holds
// expect: shift holds
// variant: -DDO=(-2147483647-1)/-one
// expect: overflow violated
// variant: -DDO=(-2147483647-1)%-one
// expect: overflow violated
// variant: -DDO=-(-2147483647-one)
// expect: overflow violated
// variant: -DDO=one<<31
// expect: shift violated
// variant: -DDO=one<<32
// expect: shift violated
// variant: -DDO=one>>-one
// expect: shift violated
// variant: -DDO=-one<<1
// expect: shift violated
// variant: -DDO=5%(one-1)
// expect: division violated
// variant: -DDO=65535*(unsigned_short+one)
// expect: overflow violated
// variant: -DDO=unsigned_short*unsigned_short
// expect: overflow violated
// variant: -DDO=(4294967295u+one)
// expect: overflow holds
// variant: -DDO=(one<<30)
// expect: shift holds
// variant: -DDO=(-2147483647-one)
// expect: overflow holds
// variant: -DDO=(character+=100)
// expect: overflow holds
// variant: -DDO=(long_one<<62)
// expect: shift holds
// variant: -DDO=(long_one<<63)
// expect: shift violated
// variant: -DDO=(9223372036854775807L+long_one)
// expect: overflow violated
#ifndef DO
#define DO one
#endif
volatile int one = 1;
volatile long long_one = 1;
volatile unsigned short unsigned_short = 65535;
volatile signed char character = 100;
int main(void) {
    volatile long result = DO;
    return 0;
}
