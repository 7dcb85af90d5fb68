// The _Atomic qualifier: each operator is one indivisible step.
// expect: assert holds
// expect: race holds
// variant: -DEXPECTED=9
// expect: assert violated
#include "check.h"

#ifndef EXPECTED
#define EXPECTED 10
#endif

static _Atomic int counter;
static _Atomic(unsigned char) small = 250;
static _Atomic long long wide;
static int *_Atomic place;
static int cell[2];

static void *worker(void *unused) {
    counter++;
    counter += 4;
    small += 10;
    wide -= 1;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    ++counter;
    counter += 4;
    small -= 20;
    wide += 1LL << 40;
    pthread_join(thread, NULL);
    place = cell;
    place++;
    assert(place == &cell[1]);
    assert(small == 240);
    assert(wide == (1LL << 40) - 1);
    assert(counter-- == EXPECTED);
    counter |= 16;
    counter ^= 1;
    counter &= ~8;
    assert(counter == 16);
    return 0;
}
