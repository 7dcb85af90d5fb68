// An array whose length is computed must have a positive one.
// expect: memory violated
// variant: -DPOSITIVE
// expect: memory holds
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int length = __VERIFIER_nondet_int();
#ifdef POSITIVE
    if (length < 1 || length > 3)
        return 0;
#else
    if (length < -1 || length > 3)
        return 0;
#endif
    char array[length];
    array[0] = 1;
    return array[0] - 1;
}
