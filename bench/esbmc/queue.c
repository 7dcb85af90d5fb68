// queue (table 2 of the paper): one thread fills a first-in-first-out queue and says that
// it is filled, another empties it if it was told so. Each thread has two locked sections,
// so there are six schedules.
// Property: the queue is never asked for more than it has, and gives the elements in the
// order in which they came. It holds.
//   -DBAD        the queue is said to be filled before it is: violated
//   -DELEMENTS=n elements (40)
// Loops: ELEMENTS.
#include <assert.h>
#include <pthread.h>

#ifndef ELEMENTS
#define ELEMENTS 40
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int elements[ELEMENTS];
static int head, tail, length;
static _Bool announced;

static void enqueue(int element) {
    assert(length < ELEMENTS);
    elements[tail] = element;
    tail = (tail + 1) % ELEMENTS;
    length++;
}

static int dequeue(void) {
    assert(length > 0);
    int element = elements[head];
    head = (head + 1) % ELEMENTS;
    length--;
    return element;
}

static void announce(void) {
    pthread_mutex_lock(&lock);
    announced = 1;
    pthread_mutex_unlock(&lock);
}

static void fill(void) {
    pthread_mutex_lock(&lock);
    for (int i = 1; i <= ELEMENTS; i++)
        enqueue(i);
    pthread_mutex_unlock(&lock);
}

static void *filler(void *unused) {
#ifdef BAD
    announce();
    fill();
#else
    fill();
    announce();
#endif
    return 0;
}

static void *emptier(void *unused) {
    pthread_mutex_lock(&lock);
    _Bool go = announced;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    for (int i = 1; go && i <= ELEMENTS; i++) {
        int element = dequeue();
        assert(element == i);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t filling, emptying;
    pthread_create(&filling, 0, filler, 0);
    pthread_create(&emptying, 0, emptier, 0);
    pthread_join(filling, 0);
    pthread_join(emptying, 0);
    return 0;
}
