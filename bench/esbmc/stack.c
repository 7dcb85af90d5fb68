// stack (table 2 of the paper): one thread pushes elements onto a stack, another pops
// while there are any.
// Property: the stack neither overflows nor underflows, and what is popped was pushed. It
// holds, because each push and each pop with its test is one locked section.
//   -DBAD        push forgets the lock, and makes room before it writes, so that pop gets
//                an element that is not there yet: violated
//   -DELEMENTS=n pushes, and attempts to pop (10)
// Loops: ELEMENTS.
#include <assert.h>
#include <pthread.h>

#ifndef ELEMENTS
#define ELEMENTS 10
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int elements[ELEMENTS];
static int height;

#ifdef BAD
static void push(int element) {
    height++;
    elements[height - 1] = element;
}
#else
static void push(int element) {
    pthread_mutex_lock(&lock);
    assert(height < ELEMENTS);
    height++;
    elements[height - 1] = element;
    pthread_mutex_unlock(&lock);
}
#endif

static void pop_if_any(void) {
    pthread_mutex_lock(&lock);
    if (height > 0) {
        int element = elements[height - 1];
        assert(element != 0);
        elements[height - 1] = 0;
        height--;
    }
    pthread_mutex_unlock(&lock);
}

static void *pusher(void *unused) {
    for (int i = 1; i <= ELEMENTS; i++)
        push(i);
    return 0;
}

static void *popper(void *unused) {
    for (int i = 1; i <= ELEMENTS; i++)
        pop_if_any();
    return 0;
}

int main(void) {
    pthread_t pushing, popping;
    pthread_create(&pushing, 0, pusher, 0);
    pthread_create(&popping, 0, popper, 0);
    pthread_join(pushing, 0);
    pthread_join(popping, 0);
    return 0;
}
