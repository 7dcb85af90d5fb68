// An array at the end of a structure ends where it says, though the object goes on behind it.
// expect: memory violated
// variant: -DINDEX=1
// expect: memory holds
// variant: -DHACK -DINDEX=3
// expect: memory holds
// variant: -DHACK -DINDEX=4
// expect: memory violated
#include <stdlib.h>
#ifndef INDEX
#define INDEX 2
#endif
struct pair { int count, values[2]; } pairs[2];
struct text { int length, first[1]; };

int main(void)
{
    int index = INDEX;
#ifdef HACK
    struct text *text = malloc(sizeof(struct text) + 3 * sizeof(int));
    text->first[index] = 1;
    free(text);
#else
    pairs[0].values[index] = 1;
#endif
    return 0;
}
