// Two readers agree on the order of two independent writes.
// expect: assert holds
// expect: race holds
// variant: -DAGREED=1
// expect: assert violated
#include <assert.h>
#include <pthread.h>

#ifndef AGREED
#define AGREED 0
#endif

static _Atomic int x, y;
static int x_first, y_first;

static void *write_x(void *unused) {
    x = 1;
    return 0;
}

static void *read_x_y(void *unused) {
    int a = x, b = y;
    x_first = a == 1 && b == 0;
    return 0;
}

static void *read_y_x(void *unused) {
    int a = y, b = x;
    y_first = a == 1 && b == 0;
    return 0;
}

int main(void) {
    pthread_t one, two, three;
    pthread_create(&one, 0, write_x, 0);
    pthread_create(&two, 0, read_x_y, 0);
    pthread_create(&three, 0, read_y_x, 0);
    y = 1;
    pthread_join(two, 0);
    pthread_join(three, 0);
    assert((x_first && y_first) == AGREED);
    return 0;
}
