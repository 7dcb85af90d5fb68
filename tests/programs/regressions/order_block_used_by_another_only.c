// Memory that one thread makes and only another one uses is there for that other one.
// expect: assert violated
// expect: memory holds
// variant: -DSTACK
// expect: assert violated
// expect: memory holds
// variant: -DRIGHT
// expect: assert holds
// expect: memory holds
// expect: race holds
// variant: -DSTACK -DRIGHT
// expect: assert holds
// expect: memory holds
// expect: race holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *place;

static void *user(void *unused) {
    (void)unused;
    *place = 1;
#ifdef RIGHT
    assert(*place == 1);
#else
    assert(*place == 2);
#endif
    return 0;
}

int main(void) {
    pthread_t thread;
#ifdef STACK
    int local;
    place = &local;
#else
    place = malloc(sizeof *place);
#endif
    pthread_create(&thread, 0, user, 0);
    pthread_join(thread, 0);
    return 0;
}
