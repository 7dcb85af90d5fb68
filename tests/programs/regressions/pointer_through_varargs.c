// A pointer that goes through a variable argument list is followed.
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

int *published;

void publish(int count, ...) {
    va_list list;
    va_start(list, count);
    for (int at = 0; at < count; at++) {
        int *pointer = va_arg(list, int *);
        published = pointer;
    }
    va_end(list);
}

void *worker(void *unused) {
    *published = 1;
    return 0;
}

int main(void) {
    int first = 0, second = 0;
    pthread_t thread;
    publish(2, &first, &second);
    pthread_create(&thread, 0, worker, 0);
    int seen = second;
    pthread_join(thread, 0);
    assert(seen == 1);
    return 0;
}
