// circular_buffer (table 2 of the paper): one thread puts numbers into a buffer whose end
// is joined to its beginning, another takes them out; each tries a number of times, and
// leaves it where the buffer is full, or empty.
// Property: what is taken out is what was put in, in the same order. It holds, because
// each attempt is one locked section.
//   -DBAD      the sender forgets the lock, and counts an element in before it is written,
//              so that the receiver takes what is not there yet: violated
//   -DROUNDS=n attempts of each thread (8)
//   -DSIZE=n   places of the buffer (4)
// Loops: ROUNDS.
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 8
#endif
#ifndef SIZE
#define SIZE 4
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int places[SIZE];
static int first, filled;

#ifdef BAD
static _Bool put(int number) {
    int before = filled;
    if (before == SIZE)
        return 0;
    filled++;
    places[(first + before) % SIZE] = number;
    return 1;
}
#else
static _Bool put(int number) {
    _Bool room;
    pthread_mutex_lock(&lock);
    room = filled < SIZE;
    if (room) {
        places[(first + filled) % SIZE] = number;
        filled++;
    }
    pthread_mutex_unlock(&lock);
    return room;
}
#endif

// Gives 0 where there is nothing.
static int take(void) {
    int number = 0;
    pthread_mutex_lock(&lock);
    if (filled > 0) {
        number = places[first];
        assert(number != 0);
        first = (first + 1) % SIZE;
        filled--;
    }
    pthread_mutex_unlock(&lock);
    return number;
}

static void *sender(void *unused) {
    int next = 1;
    for (int round = 0; round < ROUNDS; round++)
        next += put(next);
    return 0;
}

static void *receiver(void *unused) {
    int expected = 1;
    for (int round = 0; round < ROUNDS; round++) {
        int number = take();
        assert(number == 0 || number == expected);
        if (number != 0)
            expected++;
    }
    return 0;
}

int main(void) {
    pthread_t sending, receiving;
    pthread_create(&sending, 0, sender, 0);
    pthread_create(&receiving, 0, receiver, 0);
    pthread_join(sending, 0);
    pthread_join(receiving, 0);
    return 0;
}
