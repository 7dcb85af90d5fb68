// The id of a thread that has finished but was not joined is not given to another one.
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int finished;

void *first(void *unused) { finished = 1; return (void *)1; }
void *second(void *unused) { return (void *)2; }

int main(void) {
    void *result;
    pthread_t id, other;
    pthread_create(&id, 0, first, 0);
    unsigned long hidden = ~(unsigned long)id;
    id = 0;
    while (!finished) {}
    for (int round = 0; round < 2; round++) {
        pthread_create(&other, 0, second, 0);
        pthread_join(other, &result);
        assert(result == (void *)2);
    }
    pthread_join((pthread_t)~hidden, &result);
    assert(result == (void *)1);
    return 0;
}
