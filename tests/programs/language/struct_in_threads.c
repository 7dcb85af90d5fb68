// A thread's argument: a pointer to a structure, a number in a pointer, and a result in a pointer.
// expect: assert holds
// expect: race holds
// expect: memory holds
// variant: -DEXPECTED=1
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 24
#endif

struct job { int a, b; long result; };

static void *multiply(void *argument) {
    struct job *job = argument;
    job->result = job->a * job->b;
    return job;
}

static void *increment(void *argument) { return (void *)((long)argument + 1); }

int main(void) {
    pthread_t first, second;
    struct job job = {4, 6};
    void *one, *two;
    pthread_create(&first, NULL, multiply, &job);
    pthread_create(&second, NULL, increment, (void *)41L);
    pthread_join(first, &one);
    pthread_join(second, &two);
    assert(one == &job && (long)two == 42);
    assert(job.result == EXPECTED);
    return 0;
}
