// A pointer from an unknown function may point to an object with external linkage, or be one that
// it was given, but not to what only this file knows, nor to what the library has.
// args: --nondet-externs --check race
// expect: race violated
// variant: -DSTATIC
// expect: race holds
// variant: -DGIVEN
// expect: race violated
// variant: -DOTHER
// expect: race holds
// variant: -DUNKNOWN_BOTH
// expect: race holds
#include <pthread.h>
#include <stddef.h>

struct pair {
    int first, second;
};

#if defined STATIC || defined GIVEN || defined UNKNOWN_BOTH
static
#endif
struct pair pair;
struct pair *elsewhere(struct pair *given);

static void *worker(void *argument)
{
    struct pair *found = elsewhere(argument);
    if (found != NULL)
        found->first = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    void *argument = NULL;
#ifdef GIVEN
    argument = &pair;
#endif
    pthread_create(&thread, NULL, worker, argument);
#if defined OTHER
    pair.second = 2;
#elif defined UNKNOWN_BOTH
    struct pair *found = elsewhere(NULL);
    if (found != NULL)
        found->first = 2;
#else
    pair.first = 2;
#endif
    pthread_join(thread, NULL);
    return 0;
}
