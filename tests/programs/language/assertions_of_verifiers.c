// Assertions in the words of verifiers mean the same with and without a declaration, also where
// unknown functions return anything.
// args: --nondet-externs
// expect: assert violated
// variant: -DDECLARED
// expect: assert violated
// variant: -DPLAIN
// expect: assert violated
// variant: -DINPUT=0
// expect: assert holds
// variant: -DPOINTER
// expect: assert unknown
#ifdef DECLARED
extern void __VERIFIER_assert(int condition);
#endif
#ifdef POINTER
extern void assert(int condition);
void (*volatile check)(int) = assert;
#endif
#ifndef INPUT
#define INPUT 1
#endif

extern int elsewhere(int);

int main(void)
{
    int result = elsewhere(1) == 7 ? INPUT : 0;
#if defined POINTER
    check(result == 0);
#elif defined PLAIN
    assert(result == 0);
#else
    __VERIFIER_assert(result == 0);
#endif
    return 0;
}
