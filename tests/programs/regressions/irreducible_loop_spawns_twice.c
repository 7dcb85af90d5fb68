// Two threads that a loop with two entries creates are two, and race.
// expect: race violated
#include <pthread.h>

int counter;
extern int __VERIFIER_nondet_int(void);

void *worker(void *unused) {
    counter++;
    return 0;
}

int main(void) {
    pthread_t thread;
    int round = 0;
    if (__VERIFIER_nondet_int()) goto second;
first:
    round++;
    if (round > 3) return 0;
second:
    round++;
    pthread_create(&thread, 0, worker, 0);
    if (round < 3) goto first;
    return 0;
}
