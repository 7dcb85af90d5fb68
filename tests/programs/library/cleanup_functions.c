// Handlers pushed by the function of old run when the thread exits, the last one first.
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

void _pthread_cleanup_push(struct _pthread_cleanup_buffer *, void (*)(void *), void *);
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *, int);

static int order;

static void handler(void *argument) {
    order = order * 10 + *(int *)argument;
}

static void *worker(void *unused) {
    static int one = 1, two = 2, three = 3;
    struct _pthread_cleanup_buffer first, second, third;
    _pthread_cleanup_push(&first, handler, &one);
    _pthread_cleanup_push(&second, handler, &two);
    _pthread_cleanup_push(&third, handler, &three);
    _pthread_cleanup_pop(&third, 0);
    pthread_exit(0);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(order == 21);
    return 0;
}
