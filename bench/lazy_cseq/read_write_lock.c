// read_write_lock (table 1 of the paper): a writer changes a variable while nobody reads it,
// readers look at it while nobody writes.
// Property: a reader sees one value as long as it reads. It is violated: readers count
// themselves without a lock, and when one increment is lost the count is zero too early.
// Loops: none.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static _Bool writing;
static int readers, value;

static void *writer(void *unused) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(!writing && readers == 0);
    writing = 1;
    __VERIFIER_atomic_end();
    value = 3;
    writing = 0;
    return 0;
}

static void *reader(void *unused) {
    __VERIFIER_assume(!writing);
    readers++;
    int seen = value;
    assert(seen == value);
    readers--;
    return 0;
}

int main(void) {
    pthread_t first, writes, second;
    pthread_create(&first, 0, reader, 0);
    pthread_create(&writes, 0, writer, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_join(first, 0);
    pthread_join(writes, 0);
    pthread_join(second, 0);
    return 0;
}
