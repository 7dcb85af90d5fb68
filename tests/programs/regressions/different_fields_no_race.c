// Different members of one structure and different elements of one array are different places.
// expect: race holds
// expect: assert holds
// variant: -DSAME
// expect: race violated
#include <assert.h>
#include <pthread.h>

struct pair { char first; char second; short third; } pair;
int array[2];

void *worker(void *unused) {
    pair.first = 1;
    array[0] = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pair.second = 2;
    pair.third = 3;
    array[1] = 2;
#ifdef SAME
    *(short *)&pair = 2;
#endif
    pthread_join(thread, 0);
    assert(pair.first == 1 && pair.second == 2 && pair.third == 3);
    assert(array[0] == 1 && array[1] == 2);
    return 0;
}
