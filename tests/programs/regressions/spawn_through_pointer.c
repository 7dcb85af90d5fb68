// A function pointer to pthread_create, and start functions in a structure, are followed.
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static int counter;
static void *up(void *unused) { counter++; return 0; }
static void *down(void *unused) { counter--; return 0; }

typedef int create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
struct job { create *start; void *(*function)(void *); };

static void launch(const struct job *job, pthread_t *thread) {
    job->start(thread, 0, job->function, 0);
}

int main(void) {
    struct job jobs[2] = {{pthread_create, up}, {&pthread_create, down}};
    pthread_t threads[2];
    launch(&jobs[0], &threads[0]);
    launch(&jobs[1], &threads[1]);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(counter == 0);
    return 0;
}
