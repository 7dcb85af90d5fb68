// Two threads that write the same byte of padding race; next to each other, or beside the members, they do not.
// expect: race violated
// variant: -DANOTHER_BYTE
// expect: race holds
// variant: -DMEMBER
// expect: race holds
// variant: -DWHOLE
// expect: race violated
// variant: -DCOPY
// expect: race violated
#include <pthread.h>
#include <string.h>

static struct padded { char letter; int number; } shared, other;

static void *writer(void *unused) {
#if defined ANOTHER_BYTE
    ((char *)&shared)[2] = 1;
#elif defined MEMBER
    shared.letter = 1;
    shared.number = 2;
#elif defined WHOLE
    memset(&shared, 0, sizeof shared);
#elif defined COPY
    other = shared;
#else
    ((char *)&shared)[1]++;
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    ((char *)&shared)[1]++;
    pthread_join(thread, NULL);
    return 0;
}
