/* The protocol of peterson.c: each access of a shared variable is a step. */
bool wants[2];
byte turn, inside;

proctype thread(byte me) {
again:
    wants[me] = true;
    turn = 1 - me;
wait:
    if
    :: wants[1 - me] ->
        if
        :: turn == 1 - me -> goto wait
        :: else
        fi
    :: else
    fi;
    inside++;
    assert(inside == 1);
    inside--;
    wants[me] = false;
    goto again
}

init {
    run thread(0);
    run thread(1);
    false
}
