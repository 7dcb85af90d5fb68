// A pointer that went through the compiler's hands (a member with a note, an aligned address) is
// still one to a variable of a block.
// versions: all
// expect: memory violated
// variant: -DALIGNED
// expect: memory violated
// variant: -DINSIDE
// expect: memory holds
// variant: -DINSIDE -DALIGNED
// expect: memory holds
struct noted {
    int member __attribute__((annotate("note")));
};

int main(void)
{
    int *kept, result = 0;
    {
        struct noted local = {1};
#ifdef ALIGNED
        kept = __builtin_align_down((int *)&local, sizeof(int));
#else
        kept = &local.member;
#endif
#ifdef INSIDE
        result = *kept;
#endif
    }
#ifndef INSIDE
    result = *kept;
#endif
    return result;
}
