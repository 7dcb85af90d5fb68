/* The protocol of bounded_buffer.c: a mutex, two condition variables with
   wake-ups that may also come by themselves, two producers, two consumers. */
#define PLACES 2
#define ITEMS 3

bool locked;
byte used, finished;
/* A process's bit is set while it sleeps on the condition. */
byte sleeps_full, sleeps_empty;

#define LOCK atomic { !locked -> locked = true }

/* Wakes one sleeper, if there is any; the choice is free. */
inline signal(sleepers) {
    atomic {
        if
        :: sleepers == 0
        :: sleepers & 1 -> sleepers = sleepers & 14
        :: sleepers & 2 -> sleepers = sleepers & 13
        :: sleepers & 4 -> sleepers = sleepers & 11
        :: sleepers & 8 -> sleepers = sleepers & 7
        fi
    }
}

inline wait(sleepers, mask) {
    atomic { sleepers = sleepers | mask; locked = false };
    atomic {
        if
        :: !(sleepers & mask)
        :: sleepers = sleepers & (15 - mask)
        fi
    };
    LOCK
}

proctype producer(byte mask) {
    byte i;
    do
    :: i < ITEMS ->
        LOCK;
        do
        :: used == PLACES -> wait(sleeps_full, mask)
        :: else -> break
        od;
        used++;
        assert(used <= PLACES);
        signal(sleeps_empty);
        atomic { locked = false; i++ }
    :: else -> break
    od;
    finished++
}

proctype consumer(byte mask) {
    byte i;
    do
    :: i < ITEMS ->
        LOCK;
        do
        :: used == 0 -> wait(sleeps_empty, mask)
        :: else -> break
        od;
        used--;
        assert(used <= PLACES);
        signal(sleeps_full);
        atomic { locked = false; i++ }
    :: else -> break
    od;
    finished++
}

init {
    run producer(1);
    run consumer(2);
    run producer(4);
    run consumer(8);
    finished == 4
}
