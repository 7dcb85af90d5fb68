// singleton (table 1 of the paper): a thread starts one that allocates an object, and then
// several that write a letter into it.
// Property: it is the first writer's letter in the end. It is violated: nothing says who is
// the last.
// Loops: none.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *object;

static void *allocates(void *unused) {
    object = malloc(1);
    return 0;
}

static void *writes_x(void *unused) {
    *object = 'X';
    return 0;
}

static void *writes_y(void *unused) {
    *object = 'Y';
    return 0;
}

static void *starts_others(void *unused) {
    pthread_t allocator, writers[4];
    pthread_create(&allocator, 0, allocates, 0);
    pthread_join(allocator, 0);
    pthread_create(&writers[0], 0, writes_x, 0);
    pthread_create(&writers[1], 0, writes_y, 0);
    pthread_create(&writers[2], 0, writes_y, 0);
    pthread_create(&writers[3], 0, writes_y, 0);
    pthread_join(writers[0], 0);
    pthread_join(writers[1], 0);
    pthread_join(writers[2], 0);
    pthread_join(writers[3], 0);
    return 0;
}

int main(void) {
    pthread_t starter;
    pthread_create(&starter, 0, starts_others, 0);
    pthread_join(starter, 0);
    assert(*object == 'X');
    return 0;
}
