// A thread that loops for ever without doing anything keeps no other from its bug, nor is it a deadlock.
// expect: reach violated
// expect: deadlock holds
// expect: race holds
#include <pthread.h>
extern void reach_error(void);

void *spinner(void *unused) {
    while (1) {}
}
void *counter(void *unused) {
    for (unsigned round = 0;; round = (round + 1) & 7) {}
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, spinner, 0);
    pthread_create(&second, 0, counter, 0);
    reach_error();
    pthread_join(first, 0);
    return 0;
}
