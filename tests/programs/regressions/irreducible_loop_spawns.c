// Two threads that a loop with two entries creates are two, and race.
// expect: race violated
// expect: assert violated
#include <assert.h>
#include <pthread.h>

int counter;

void *worker(void *unused) {
    counter++;
    assert(counter != 2);
    return 0;
}

int main(int argc, char **argv) {
    pthread_t thread;
    int round = 0;
    if (argc > 1) goto second;
first:
    pthread_create(&thread, 0, worker, 0);
second:
    round++;
    if (round < 2) goto first;
    return 0;
}
