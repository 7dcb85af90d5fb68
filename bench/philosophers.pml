/* The protocol of philosophers.c: five philosophers, two meals each. */
#define SEATS 5
#define MEALS 2

bool taken[SEATS];
byte finished;

proctype philosopher(byte first; byte second) {
    byte meal;
eat:
    atomic { !taken[first] -> taken[first] = true };
    atomic { !taken[second] -> taken[second] = true };
    taken[second] = false;
    atomic {
        taken[first] = false;
        meal++;
        if
        :: meal < MEALS -> goto eat
        :: else
        fi
    };
    finished++
}

init {
    run philosopher(0, 1);
    run philosopher(1, 2);
    run philosopher(2, 3);
    run philosopher(3, 4);
    run philosopher(0, 4);
    finished == SEATS
}
