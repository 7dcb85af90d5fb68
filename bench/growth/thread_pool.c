// Workers take tasks from a queue that the first thread fills, until it is closed.
// Property: each task is done exactly once, and everybody comes home. It holds.
//   -DN=n      workers (2)
//   -DTASKS=n  tasks (N)
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 2
#endif
#ifndef TASKS
#define TASKS N
#endif

enum { NOTHING = -1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int queue[TASKS], head, tail, closed;
static int done[TASKS];

static void submit(int task) {
    pthread_mutex_lock(&lock);
    queue[tail] = task;
    tail++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void close_queue(void) {
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static int next_task(void) {
    int task = NOTHING;
    pthread_mutex_lock(&lock);
    while (head == tail && !closed)
        pthread_cond_wait(&changed, &lock);
    if (head != tail) {
        task = queue[head];
        head++;
    }
    pthread_mutex_unlock(&lock);
    return task;
}

static void *worker(void *unused) {
    int task;
    while ((task = next_task()) != NOTHING)
        done[task]++;
    return unused;
}

int main(void) {
    pthread_t workers[N];
    for (int i = 0; i < N; i++)
        pthread_create(&workers[i], 0, worker, 0);
    for (int task = 0; task < TASKS; task++)
        submit(task);
    close_queue();
    for (int i = 0; i < N; i++)
        pthread_join(workers[i], 0);
    for (int task = 0; task < TASKS; task++)
        assert(done[task] == 1);
    return 0;
}
