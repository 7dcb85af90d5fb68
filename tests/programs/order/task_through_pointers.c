// A task is a function and its argument in shared memory; one start function calls what it finds.
// expect: assert holds
// expect: race holds
// variant: -DCHANGED_TOO_LATE
// expect: assert violated
// expect: race violated
#include <assert.h>
#include <pthread.h>

struct task {
    int (*run)(int);
    int argument;
    int result;
};

static int negated(int x) { return -x; }
static int squared(int x) { return x * x; }

static struct task tasks[2] = {{negated, 3, 0}, {squared, 4, 0}};

static void *start(void *argument) {
    struct task *task = argument;
    task->result = task->run(task->argument);
    return 0;
}

int main(void) {
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], 0, start, &tasks[i]);
#ifdef CHANGED_TOO_LATE
    tasks[0].run = squared;
#endif
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], 0);
    assert(tasks[0].result == -3 && tasks[1].result == 16);
    return 0;
}
