/* The protocol of peterson_good.c: each access of a shared variable is a step. */
bool flags[2];
byte last, count;

proctype thread(byte me) {
    byte read;
again:
    flags[me] = true;
    last = me;
wait:
    if
    :: flags[1 - me] ->
        if
        :: last == me -> goto wait
        :: else
        fi
    :: else
    fi;
    read = count;
    count = read + 1;
    assert(count <= 1);
    read = count;
    d_step { count = read - 1; read = 0 };
    flags[me] = false;
    goto again
}

init {
    atomic {
        run thread(0);
        run thread(1)
    }
}
