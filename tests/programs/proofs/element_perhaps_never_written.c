// An element of an array of pointers that was perhaps never written is any value, not one of those that were written to others.
// expect: reach violated
// expect: memory holds
// modular: memory
// variant: -DTRUTH
// expect: reach violated
// expect: memory holds
// modular: memory
// variant: -DFOLLOWED
// expect: memory violated
// variant: -DALL_WRITTEN
// expect: reach holds
// expect: memory holds
// modular: reach memory
// variant: -DALL_WRITTEN -DTRUTH
// expect: reach holds
// expect: memory holds
// modular: reach memory
// variant: -DALL_WRITTEN -DFOLLOWED
// expect: reach holds
// expect: memory holds
// modular: reach memory
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int first, second;

int main(void) {
#ifdef ALL_WRITTEN
    static int *table[2] = {&first, &first};
#else
    int *table[2];
#endif
    table[__VERIFIER_nondet_bool()] = &second;
    int at = __VERIFIER_nondet_bool();
#if defined FOLLOWED
    *table[at] = 1;
#elif defined TRUTH
    int is_there = table[at] != 0;
    if (!is_there)
        reach_error();
#else
    if (table[at] == 0)
        reach_error();
#endif
    return first;
}
