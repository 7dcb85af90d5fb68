// Arguments of threads lie on the stack of the function that starts them, which must outlive the threads.
// expect: assert holds
// expect: memory holds
// expect: race holds
// variant: -DLEFT_TOO_EARLY
// expect: memory violated
#include <assert.h>
#include <pthread.h>

struct argument {
    int in, out;
};

static pthread_t thread[2];

static void *doubler(void *pointer) {
    struct argument *argument = pointer;
    argument->out = 2 * argument->in;
    return 0;
}

static int both(void) {
    struct argument argument[2] = {{3, 0}, {4, 0}};
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], 0, doubler, &argument[i]);
#ifndef LEFT_TOO_EARLY
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], 0);
    return argument[0].out + argument[1].out;
#else
    return 14;
#endif
}

int main(void) {
    assert(both() == 14);
#ifdef LEFT_TOO_EARLY
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], 0);
#endif
    return 0;
}
