// Peterson's lock, after figure 1 of the paper: the flags are reached through pointers in a
// descriptor that each thread makes for itself, and both threads go on for ever.
// Property: no two threads are in the critical section at once. It holds.
//   -DSTALE  what the paper's compiler made of it while `volatile` was missing: values that
//            were read before are taken for current ones, which leaves nothing of the waiting
//            loop: violated (`peterson_bad.c` is this)
// `count` is changed in two steps, and the accesses race on purpose: ask for
// `--check assert` alone.
#include <assert.h>
#include <pthread.h>

struct descriptor {
    volatile int *own_flag, *other_flag;
    int number;
};

static volatile int flags[2], last;
static int count;

static void prepare(struct descriptor *descriptor, int number) {
    descriptor->own_flag = &flags[number];
    descriptor->other_flag = &flags[1 - number];
    descriptor->number = number;
}

static void lock(struct descriptor *descriptor) {
    *descriptor->own_flag = 1;
    last = descriptor->number;
#ifndef STALE
    while (*descriptor->other_flag == 1 && last == descriptor->number)
        ;
#endif
}

static void unlock(struct descriptor *descriptor) {
    *descriptor->own_flag = 0;
}

static void critical_section(void) {
    count++;
    assert(count <= 1);
    count--;
}

static void *thread(void *argument) {
    struct descriptor descriptor;
    prepare(&descriptor, (int)(long)argument);
    for (;;) {
        lock(&descriptor);
        critical_section();
        unlock(&descriptor);
    }
    return 0;
}

// The first thread is the program's own, so that the switches are those between the two.
int main(void) {
    pthread_t second;
    pthread_create(&second, 0, thread, (void *)1L);
    thread((void *)0L);
    return 0;
}
