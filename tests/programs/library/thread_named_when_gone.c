// A thread that was joined has no name, priority, processors or clock.
// expect: memory violated
// variant: -DPRIORITY
// expect: memory violated
// variant: -DPOLICY
// expect: memory violated
// variant: -DPROCESSORS
// expect: memory violated
// variant: -DCLOCK
// expect: memory violated
// variant: -DALIVE
// expect: memory holds
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <time.h>

static void *worker(void *unused) {
    return unused;
}

int main(void) {
    pthread_t thread;
    cpu_set_t processors;
    clockid_t clock;
    struct sched_param parameters = {0};
    CPU_ZERO(&processors);
    pthread_create(&thread, 0, worker, 0);
#ifndef ALIVE
    pthread_join(thread, 0);
#endif
#if defined ALIVE || defined PRIORITY
    pthread_setschedprio(thread, 0);
#endif
#if defined ALIVE || defined POLICY
    pthread_setschedparam(thread, SCHED_OTHER, &parameters);
#endif
#if defined ALIVE || defined PROCESSORS
    pthread_setaffinity_np(thread, sizeof processors, &processors);
#endif
#if defined ALIVE || defined CLOCK
    pthread_getcpuclockid(thread, &clock);
#endif
#if !defined PRIORITY && !defined POLICY && !defined PROCESSORS && !defined CLOCK
    pthread_setname_np(thread, "worker");
#endif
    return 0;
}
