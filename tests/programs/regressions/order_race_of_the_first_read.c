// A race is shown by an execution in which nothing that comes after it is needed.
// expect: race violated
// expect: assert holds
// variant: -DSTRUCTURE
// expect: race violated
// expect: assert holds
// variant: -DJOINED
// expect: race holds
// expect: assert holds
#include <assert.h>
#include <pthread.h>

struct pair {
    int number;
    unsigned char letter;
    int *pointer;
};

static int shared;
static struct pair pair;

static void *writer(void *unused) {
    (void)unused;
#ifdef STRUCTURE
    pair.letter = 3;
#else
    shared = 1;
#endif
    return 0;
}

static void *reader(void *unused) {
    (void)unused;
    int value = shared;
    value = shared;
    assert(value == 0 || value == 1);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, writer, 0);
#ifdef STRUCTURE
    struct pair copy = pair;
    copy.number = shared;
    pair = copy;
    pthread_join(first, 0);
    (void)reader;
    (void)second;
    assert(pair.number == 0);
#else
#ifdef JOINED
    pthread_join(first, 0);
#endif
    pthread_create(&second, 0, reader, 0);
#endif
    return 0;
}
