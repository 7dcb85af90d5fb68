// Dining philosophers: each takes two forks, eats, and puts them back.
// Property: nobody waits for ever, and nobody eats with a fork that a neighbour has. It holds:
// the last philosopher reaches for the other fork first, so that forks are taken in one order.
//   -DPHILOSOPHERS=n  philosophers and forks, at least 2 (3)
//   -DMEALS=n         meals of each (1)
//   -DCIRCLE          all reach for the fork on the same side first: a deadlock
#include <assert.h>
#include <pthread.h>

#ifndef PHILOSOPHERS
#define PHILOSOPHERS 3
#endif
#ifndef MEALS
#define MEALS 1
#endif

enum { NOBODY = -1 };

struct fork {
    pthread_mutex_t lock;
    int user;
};

static struct fork forks[PHILOSOPHERS];

static void take(struct fork *fork, int philosopher) {
    pthread_mutex_lock(&fork->lock);
    assert(fork->user == NOBODY);
    fork->user = philosopher;
}

static void put_back(struct fork *fork) {
    fork->user = NOBODY;
    pthread_mutex_unlock(&fork->lock);
}

static void *philosopher(void *argument) {
    int seat = (int)(long)argument;
    int first = seat, second = (seat + 1) % PHILOSOPHERS;
#ifndef CIRCLE
    if (second < first) {
        first = second;
        second = seat;
    }
#endif
    for (int meal = 0; meal < MEALS; meal++) {
        take(&forks[first], seat);
        take(&forks[second], seat);
        put_back(&forks[second]);
        put_back(&forks[first]);
    }
    return 0;
}

int main(void) {
    pthread_t threads[PHILOSOPHERS];
    for (int i = 0; i < PHILOSOPHERS; i++) {
        pthread_mutex_init(&forks[i].lock, 0);
        forks[i].user = NOBODY;
    }
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_create(&threads[i], 0, philosopher, (void *)(long)i);
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
