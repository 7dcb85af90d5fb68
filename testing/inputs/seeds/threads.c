/* Threads that share a little of everything; traces of it are replayed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct box { int full; short parts[3]; struct box *next; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static atomic_int turns;
static _Thread_local int mine = 3;
static struct box *top;
static int plain;

static void *producer(void *argument) {
    struct box *box = malloc(sizeof *box);
    int expected = 0;
    box->full = *(int *)argument;
    box->parts[1] = (short)__VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    box->next = top;
    top = box;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    if (!atomic_compare_exchange_weak(&turns, &expected, 1))
        mine++;
    plain = plain + mine;
    return 0;
}

int main(void) {
    pthread_t first, second;
    int argument = __VERIFIER_nondet_int();
    pthread_create(&first, 0, producer, &argument);
    pthread_create(&second, 0, producer, &argument);
    pthread_mutex_lock(&lock);
    while (!top)
        pthread_cond_wait(&filled, &lock);
    assert(top->full != 7 || top->parts[1] < 100);
    pthread_mutex_unlock(&lock);
    plain = plain / (top->full - 1);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(atomic_fetch_add(&turns, 2) == 1);
    free(top->next);
    free(top);
    return top->full + plain;
}
