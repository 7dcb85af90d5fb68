// A stack changed by compare-and-exchange: a top that came back fools it, a version number does not.
// expect: assert violated
// variant: -DVERSIONED
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Elements are numbered 1 and 2; the top is element + 16 * version. */
static atomic_int next[3] = {0, 2, 0};
static atomic_int top = 1;

#ifdef VERSIONED
#define NEW_VERSION(old) (((old) / 16 + 1) * 16)
#else
#define NEW_VERSION(old) 0
#endif

/* One try; 0 when the stack is empty or somebody was faster. */
static int pop(void) {
    int old = top;
    int element = old % 16;
    if (element == 0)
        return 0;
    int below = next[element];
    return atomic_compare_exchange_strong(&top, &old, below + NEW_VERSION(old)) ? element : 0;
}

static int push(int element) {
    int old = top;
    next[element] = old % 16;
    return atomic_compare_exchange_strong(&top, &old, element + NEW_VERSION(old));
}

static int kept;

static void *other(void *unused) {
    int first = pop();
    int second = pop();
    if (first == 1 && second == 2) {
        push(1);
        kept = 2;
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    int mine = pop();
    pthread_join(thread, 0);
    /* An element that the other thread kept must not be on the stack. */
    if (mine == 1 && kept == 2)
        assert(top % 16 != 2);
    return 0;
}
