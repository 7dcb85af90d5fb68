/* The protocol of message_queue.c, simplified, with the same macros: messages of three
   priorities in rings, a lock and two condition variables whose wake-ups may also come by
   themselves, one producer and one consumer. Each lock, unlock and access of a message's byte
   is a step; so is what the C program does to its lists in some dozen accesses under the lock. */
#ifndef DEPTH
#define DEPTH 1
#endif
#ifndef MESSAGES
#define MESSAGES (2 * DEPTH)
#endif
#ifndef PAYLOAD
#define PAYLOAD 40
#endif
#define PRIORITIES 3
/* Those in the channel, one that is filled and one that is read. */
#define POOL (DEPTH + 2)

typedef Message {
    bool allocated;
    byte urgency, plain, weighted, payload[PAYLOAD]
}

typedef Ring {
    byte messages[DEPTH], first, length
}

Message pool[POOL];
Ring rings[PRIORITIES];
bool locked, closed, producer_sleeps, consumer_sleeps;
byte used;

inline lock() {
    atomic { !locked -> locked = true }
}

inline wait(sleeps) {
    atomic { sleeps = true; locked = false };
    atomic {
        if
        :: !sleeps
        :: sleeps -> sleeps = false
        fi
    };
    lock()
}

inline allocate(message) {
    atomic {
        message = 0;
        do
        :: pool[message].allocated -> message++
        :: else -> break
        od;
        pool[message].allocated = true
    }
}

/* Adds up a message's bytes, beginning with cleared sums. */
inline sum_up(message) {
    do
    :: d_step {
        at < PAYLOAD ->
        plain = plain + pool[message].payload[at];
        weighted = weighted + plain;
        at++
    }
    :: at == PAYLOAD -> break
    od
}

inline clear_sums() {
    d_step { at = 0; plain = 0; weighted = 0 }
}

/* The first byte numbers the messages of one priority. */
#define TEXT(number, at) (at == 0 -> (number) / PRIORITIES : (number) + at)

inline fill(message, number) {
    pool[message].urgency = number % PRIORITIES;
    do
    :: d_step { at < PAYLOAD -> pool[message].payload[at] = TEXT(number, at); at++ }
    :: at == PAYLOAD -> at = 0; break
    od;
    sum_up(message);
    pool[message].plain = plain;
    pool[message].weighted = weighted;
    clear_sums()
}

inline put(message) {
    d_step {
        ring = pool[message].urgency;
        rings[ring].messages[(rings[ring].first + rings[ring].length) % DEPTH] = message;
        rings[ring].length++;
        ring = 0
    };
    used++;
    assert(used <= DEPTH);
    consumer_sleeps = false
}

inline take_most_urgent(message) {
    d_step {
        ring = PRIORITIES - 1;
        do
        :: ring > 0 && rings[ring].length == 0 -> ring--
        :: else -> break
        od;
        message = rings[ring].messages[rings[ring].first];
        rings[ring].first = (rings[ring].first + 1) % DEPTH;
        rings[ring].length--;
        assert(pool[message].urgency == ring);
        ring = 0
    };
    used--;
    producer_sleeps = false
}

proctype producer() {
    byte number, message, at, plain, weighted, ring;
    do
    :: number < MESSAGES ->
        allocate(message);
        fill(message, number);
        lock();
        do
        :: used == DEPTH -> wait(producer_sleeps)
        :: else -> break
        od;
        put(message);
        d_step { locked = false; message = 0; number++ }
    :: number == MESSAGES -> break
    od;
    lock();
    closed = true;
    consumer_sleeps = false;
    locked = false
}

inline check_text(message, urgency) {
    assert(pool[message].plain == plain && pool[message].weighted == weighted);
    clear_sums();
    do
    :: d_step {
        at < PAYLOAD ->
        assert(pool[message].payload[at] == TEXT(seen[urgency] * PRIORITIES + urgency, at));
        at++
    }
    :: at == PAYLOAD -> at = 0; break
    od
}

inline release(message, ring) {
    d_step {
        at = 0;
        do
        :: at < PAYLOAD -> pool[message].payload[at] = 0; at++
        :: else -> break
        od;
        pool[message].allocated = false;
        pool[message].urgency = 0;
        pool[message].plain = 0;
        pool[message].weighted = 0;
        at = 0;
        seen[ring]++;
        message = 0;
        ring = 0
    }
}

proctype consumer() {
    byte message, at, plain, weighted, ring, seen[PRIORITIES];
receive:
    lock();
    do
    :: used == 0 ->
        if
        :: closed -> goto finish
        :: else -> wait(consumer_sleeps)
        fi
    :: else -> break
    od;
    take_most_urgent(message);
    locked = false;
    sum_up(message);
    ring = pool[message].urgency;
    check_text(message, ring);
    release(message, ring);
    goto receive;
finish:
    locked = false;
    assert(seen[0] + seen[1] + seen[2] == MESSAGES)
}

init {
    atomic {
        run producer();
        run consumer()
    }
}
