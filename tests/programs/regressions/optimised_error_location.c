// An optimiser that sees the body of reach_error must not take its calls away.
// args: --sv-comp --check reach --optimise 2
// expect: reach violated
// variant: -DPOINTER
// expect: reach violated
// variant: -DTHREAD
// expect: reach violated
// variant: -DNEVER
// expect: reach holds
#include <pthread.h>
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { for (;;) {} }
void *worker(void *unused) { reach_error(); return 0; }

int main(void) {
    pthread_t thread;
    int value = __VERIFIER_nondet_int();
    void (*function)(void) = reach_error;
#ifdef NEVER
    if (value < 0 && value > 10) reach_error();
#elif defined POINTER
    if (value == 12345) function();
#elif defined THREAD
    pthread_create(&thread, 0, worker, 0);
#else
    if (value == -77) reach_error();
#endif
    return 0;
}
