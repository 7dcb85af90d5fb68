// The program's own bodies of the marks of sections run, inside the section.
// expect: assert violated
// expect: race holds
// variant: -DTAKES=11
// expect: assert holds
// expect: race holds
// variant: -DELSEWHERE
// with: parts/section_bodies.c
// expect: assert violated
// expect: race holds
#include "check.h"

#ifndef TAKES
#define TAKES 10
#endif

extern int count;
#ifdef ELSEWHERE
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#else
int count;

void __VERIFIER_atomic_begin(void) { count++; }
void __VERIFIER_atomic_end(void) { count += 10; }
#endif

static void *worker(void *argument)
{
    __VERIFIER_atomic_begin();
    assert(count % 11 == 1);
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    worker(NULL);
    assert(count == TAKES);
    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    pthread_join(thread, NULL);
    assert(count == 3 * TAKES);
    return 0;
}
