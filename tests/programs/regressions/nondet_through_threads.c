// An input that reaches another thread through a global, an argument or an atomic is split there as well.
// args: --check reach
// expect: reach violated
// variant: -DARGUMENT
// expect: reach violated|unknown
// variant: -DATOMIC
// expect: reach violated|unknown
// variant: -DCOMPARE
// expect: reach violated|unknown
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int global;
atomic_int shared;
void *worker(void *argument) {
#ifdef ARGUMENT
    if ((long)argument == 123456) reach_error();
#elif defined ATOMIC
    if (atomic_fetch_add(&shared, 3) == 123456) reach_error();
#elif defined COMPARE
    int expected = 123456;
    if (atomic_compare_exchange_strong(&shared, &expected, 1)) reach_error();
#else
    if (global == 123456) reach_error();
#endif
    return 0;
}
int main(void) {
    pthread_t thread;
    int value = __VERIFIER_nondet_int();
    global = value;
    shared = value;
    pthread_create(&thread, 0, worker, (void *)(long)value);
    return 0;
}
