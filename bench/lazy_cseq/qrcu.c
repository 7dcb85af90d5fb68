// qrcu (table 1 of the paper): readers count themselves in one of two counters, the one that
// `current` names; whoever changes something waits until those who were reading are through.
// The counter in use has one more than its readers.
// Property: who was reading when the wait began has finished when it is over. It is violated:
// the short cut for "nobody reads" looks at both counters once. While another one moves from
// one counter to the other, both looks together can miss a reader. (The algorithm looks twice.)
// Loops: the wait of the slow way.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_mutex_t slow = PTHREAD_MUTEX_INITIALIZER;
static int current;
static int counters[2] = {1, 0};
static enum { OUTSIDE, INSIDE, THROUGH } reader_is;

static void *reader(void *unused) {
    __VERIFIER_atomic_begin();
    int mine = current;
    counters[mine]++;
    __VERIFIER_atomic_end();
    reader_is = INSIDE;
    reader_is = THROUGH;
    __VERIFIER_atomic_begin();
    counters[mine]--;
    __VERIFIER_atomic_end();
    return 0;
}

static void add(int counter, int amount) {
    __VERIFIER_atomic_begin();
    counters[counter] += amount;
    __VERIFIER_atomic_end();
}

static void wait_for_readers(void) {
    int sum = counters[1];
    sum += counters[0];
    if (sum <= 1)
        return;
    pthread_mutex_lock(&slow);
    int old = current;
    add(!old, 1);
    current = !old;
    add(old, -1);
    while (counters[old] != 0)
        ;
    pthread_mutex_unlock(&slow);
}

static void *changer(void *unused) {
    _Bool was_inside = reader_is == INSIDE;
    wait_for_readers();
    if (was_inside)
        assert(reader_is == THROUGH);
    return 0;
}

int main(void) {
    pthread_t reading, first, second;
    pthread_create(&reading, 0, reader, 0);
    pthread_create(&first, 0, changer, 0);
    pthread_create(&second, 0, changer, 0);
    pthread_join(reading, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
