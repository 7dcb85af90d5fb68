/* The protocol of philosophers.c, with the same macros: a lock, an unlock and an access are a
   step each. */
#ifndef PHILOSOPHERS
#define PHILOSOPHERS 3
#endif
#ifndef MEALS
#define MEALS 1
#endif
#define NOBODY 255

bool taken[PHILOSOPHERS];
byte user[PHILOSOPHERS];
bool ended[PHILOSOPHERS];

inline take(fork) {
    atomic { !taken[fork] -> taken[fork] = true };
    assert(user[fork] == NOBODY);
    user[fork] = seat
}

inline put_back(fork) {
    user[fork] = NOBODY;
    taken[fork] = false
}

proctype philosopher(byte seat; byte first; byte second) {
    byte meal;
eat:
    take(first);
    take(second);
    put_back(second);
    user[first] = NOBODY;
    atomic {
        taken[first] = false;
        meal++;
        if
        :: meal < MEALS -> goto eat
        :: else
        fi
    };
    ended[seat] = true
}

inline start(seat, next) {
    if
#ifndef CIRCLE
    :: next < seat -> run philosopher(seat, next, seat)
#endif
    :: else -> run philosopher(seat, seat, next)
    fi
}

init {
    byte i;
    atomic {
        do
        :: i < PHILOSOPHERS -> user[i] = NOBODY; i++
        :: else -> i = 0; break
        od
    };
    do
    :: atomic { i < PHILOSOPHERS -> start(i, (i + 1) % PHILOSOPHERS); i++ }
    :: atomic { i == PHILOSOPHERS -> i = 0; break }
    od;
    do
    :: atomic { i < PHILOSOPHERS && ended[i] -> i++ }
    :: i == PHILOSOPHERS -> break
    od
}
