// bigshot_p and bigshot_s (table 1 of the paper): one thread allocates a string, another one
// fills it if it is there.
// Property: in the end the string is filled, if there is one. It is violated: the second
// thread can look before the first one has allocated.
//   -DMUST_BE_THERE  the string must be there, too (bigshot_s)
// Loops: those of strcpy.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *string;

static void *allocates(void *unused) {
    string = calloc(8, 1);
    return 0;
}

static void *fills(void *unused) {
    if (string)
        strcpy(string, "Bigshot");
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, allocates, 0);
    pthread_create(&second, 0, fills, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
#ifdef MUST_BE_THERE
    assert(string && string[0] == 'B');
#else
    assert(!string || string[0] == 'B');
#endif
    return 0;
}
