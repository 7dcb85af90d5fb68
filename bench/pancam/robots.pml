/* The protocol of robots.c, with the same macros: a robot enters a place, looks who else is
   there, and leaves the place before; what is between these accesses is part of the step. */
#ifndef N
#define N 4
#endif
#ifndef LAPS
#define LAPS 1
#endif

#define PLACES (N * N)
#define NOWHERE PLACES
#define THIRD(place) ((place / N + place % N) % 3)
#ifdef STRAY
#define VISITS(robot, place) (robot == 1 || THIRD(place) != robot + 1)
#else
#define VISITS(robot, place) (THIRD(place) != robot + 1)
#endif

/* One more place for a robot that has not begun. */
bool occupied[2 * (PLACES + 1)];

#define OCCUPIED(robot, place) occupied[(robot) * (PLACES + 1) + place]

inline go_to_next() {
    place++;
    do
    :: place < PLACES && !VISITS(me, place) -> place++
    :: else -> break
    od
}

proctype robot(byte me) {
    byte place, last = NOWHERE, lap;
walk:
    OCCUPIED(me, place) = true;
    if
    :: OCCUPIED(1 - me, place) -> assert(THIRD(place) == 0)
    :: else
    fi;
    atomic {
        OCCUPIED(me, last) = false;
        last = place;
        go_to_next();
        if
        :: place < PLACES -> goto walk
        :: else
        fi
    };
    atomic {
        OCCUPIED(me, last) = false;
        last = NOWHERE;
        /* Both robots visit the first place. */
        place = 0;
        lap++;
        if
        :: lap < LAPS -> goto walk
        :: else
        fi
    }
}

init {
    atomic {
        run robot(0);
        run robot(1)
    }
}
