// One thread puts two nodes in front of a list, another adds up what it finds: 0, 1 or 1 + 2.
// expect: assert holds
// expect: race holds
// expect: memory holds
// variant: -DNEVER_BOTH
// expect: assert violated
// expect: race holds
// variant: -DUNLOCKED
// expect: race violated
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

static void *builder(void *unused) {
    for (int i = 1; i <= 2; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = i;
        pthread_mutex_lock(&lock);
        fresh->next = head;
        head = fresh;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    int sum = 0;
    pthread_create(&thread, 0, builder, 0);
#ifndef UNLOCKED
    pthread_mutex_lock(&lock);
#endif
    for (struct node *at = head; at; at = at->next)
        sum += at->value;
#ifndef UNLOCKED
    pthread_mutex_unlock(&lock);
#endif
#ifdef NEVER_BOTH
    assert(sum != 3);
#else
    assert(sum == 0 || sum == 1 || sum == 3);
#endif
    return 0;
}
