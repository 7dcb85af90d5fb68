// Without <assert.h>, assert is called like a function, and still means the assertion.
// expect: assert violated
// variant: -DRIGHT
// expect: assert holds
// variant: -DZERO
// expect: assert violated
// variant: -DPOINTER
// expect: assert violated

int total = 3;
int *nowhere;

int main(void)
{
#if defined RIGHT
    assert(total == 3);
    assert(&total);
    assert(0.5);
#elif defined ZERO
    assert(-0.0);
#elif defined POINTER
    assert(nowhere);
#else
    assert(total == 4);
#endif
    return 0;
}
