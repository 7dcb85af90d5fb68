// A module by which threads send each other messages, in the spirit of the paper's
// inter-process communication module: messages have priorities, a channel holds a bounded
// number of them, senders and receivers wait where they must. One producer and one consumer.
// Property: messages of one priority arrive in the order in which they were sent, all of them,
// and with the bytes that were sent; a more urgent message never waits behind a less urgent
// one. It holds.
//   -DDEPTH=m     messages that a channel holds (1)
//   -DMESSAGES=n  messages that are sent (2 * DEPTH)
//   -DPAYLOAD=n   bytes of a message, at least 2 (40)
//   -DEARLY       a message is given away before it is filled: violated
//   -DLIFO        a message goes in front of others of its priority: violated from DEPTH 4 on
//   -DIF          waits with `if` where `while` is needed: violated
//
// A message is filled before the channel's lock is taken and read after it is released, byte by
// byte: memory that other threads may see, but that they do not touch meanwhile. Most of the
// module's accesses are of this kind, and a reduction should not switch threads there.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef DEPTH
#define DEPTH 1
#endif
#ifndef MESSAGES
#define MESSAGES (2 * DEPTH)
#endif
#ifndef PAYLOAD
#define PAYLOAD 40
#endif

typedef unsigned char byte;

enum status { DONE, CLOSED, DAMAGED };

// ── Checksums ───────────────────────────────────────────────────────────────────

// Two sums, after Fletcher: the second one notices bytes that changed places.
struct checksum {
    byte plain, weighted;
};

static struct checksum checksum_of(const byte *bytes, unsigned length) {
    struct checksum sums = {0, 0};
    for (unsigned i = 0; i < length; i++) {
        sums.plain += bytes[i];
        sums.weighted += sums.plain;
    }
    return sums;
}

static _Bool are_equal(struct checksum first, struct checksum second) {
    return first.plain == second.plain && first.weighted == second.weighted;
}

// ── Messages ────────────────────────────────────────────────────────────────────

enum priority { LOW, NORMAL, URGENT, PRIORITIES };

struct message {
    struct message *next;
    enum priority priority;
    unsigned length;
    struct checksum checksum;
    byte payload[PAYLOAD];
};

static void fill(struct message *message, const byte *bytes, unsigned length) {
    for (unsigned i = 0; i < length; i++)
        message->payload[i] = bytes[i];
    message->checksum = checksum_of(message->payload, length);
    message->length = length;
}

// An empty one, with the checksum of nothing.
static struct message *new_message(enum priority priority) {
    struct message *message = malloc(sizeof *message);
    message->next = 0;
    message->priority = priority;
    message->length = 0;
    message->checksum = (struct checksum){0, 0};
    return message;
}

// Copies a message's bytes to the receiver, and says whether they are those that were sent.
static enum status unpack(const struct message *message, byte *bytes, unsigned *length) {
    *length = message->length;
    for (unsigned i = 0; i < message->length; i++)
        bytes[i] = message->payload[i];
    if (are_equal(checksum_of(bytes, *length), message->checksum))
        return DONE;
    return DAMAGED;
}

// ── Lists of messages of one priority ───────────────────────────────────────────

struct list {
    struct message *first, *last;
    unsigned length;
};

static void append(struct list *list, struct message *message) {
#ifdef LIFO
    message->next = list->first;
    list->first = message;
    if (!list->last)
        list->last = message;
#else
    if (list->last)
        list->last->next = message;
    else
        list->first = message;
    list->last = message;
#endif
    list->length++;
}

static struct message *take_first(struct list *list) {
    struct message *message = list->first;
    list->first = message->next;
    if (!list->first)
        list->last = 0;
    list->length--;
    message->next = 0;
    return message;
}

// ── Channels ────────────────────────────────────────────────────────────────────

struct counters {
    unsigned sent, received, most_at_once;
};

struct channel {
    pthread_mutex_t lock;
    pthread_cond_t not_full, not_empty;
    struct list lists[PRIORITIES];
    unsigned used;
    _Bool closed;
    struct counters counters;
};

static void open_channel(struct channel *channel) {
    pthread_mutex_init(&channel->lock, 0);
    pthread_cond_init(&channel->not_full, 0);
    pthread_cond_init(&channel->not_empty, 0);
    for (int priority = 0; priority < PRIORITIES; priority++) {
        channel->lists[priority].first = channel->lists[priority].last = 0;
        channel->lists[priority].length = 0;
    }
    channel->used = 0;
    channel->closed = 0;
    channel->counters = (struct counters){0, 0, 0};
}

// Receivers get what is still there, and then CLOSED.
static void close_channel(struct channel *channel) {
    pthread_mutex_lock(&channel->lock);
    channel->closed = 1;
    pthread_cond_broadcast(&channel->not_empty);
    pthread_cond_broadcast(&channel->not_full);
    pthread_mutex_unlock(&channel->lock);
}

static void destroy_channel(struct channel *channel) {
    assert(channel->used == 0);
    pthread_cond_destroy(&channel->not_empty);
    pthread_cond_destroy(&channel->not_full);
    pthread_mutex_destroy(&channel->lock);
}

// What is counted twice must agree. Called with the lock.
static void check_invariant(const struct channel *channel) {
    unsigned sum = 0;
    for (int priority = 0; priority < PRIORITIES; priority++) {
        const struct list *list = &channel->lists[priority];
        assert((list->length == 0) == (list->first == 0));
        sum += list->length;
    }
    assert(sum == channel->used);
    assert(channel->used <= DEPTH);
    assert(channel->counters.sent == channel->counters.received + channel->used);
}

#ifdef IF
#define WAIT_WHILE if
#else
#define WAIT_WHILE while
#endif

// Waits for room. Called with the lock.
static enum status wait_for_room(struct channel *channel) {
    WAIT_WHILE (channel->used == DEPTH && !channel->closed)
        pthread_cond_wait(&channel->not_full, &channel->lock);
    return channel->closed ? CLOSED : DONE;
}

// Waits for a message. Called with the lock.
static enum status wait_for_message(struct channel *channel) {
    WAIT_WHILE (channel->used == 0 && !channel->closed)
        pthread_cond_wait(&channel->not_empty, &channel->lock);
    return channel->used == 0 ? CLOSED : DONE;
}

// Called with the lock, where there is room.
static void put(struct channel *channel, struct message *message) {
    append(&channel->lists[message->priority], message);
    channel->used++;
    channel->counters.sent++;
    if (channel->used > channel->counters.most_at_once)
        channel->counters.most_at_once = channel->used;
    check_invariant(channel);
    pthread_cond_signal(&channel->not_empty);
}

// Called with the lock, where there is a message.
static struct message *take_most_urgent(struct channel *channel) {
    int priority = URGENT;
    while (priority > LOW && channel->lists[priority].length == 0)
        priority--;
    struct message *message = take_first(&channel->lists[priority]);
    assert((int)message->priority == priority);
    channel->used--;
    channel->counters.received++;
    check_invariant(channel);
    pthread_cond_signal(&channel->not_full);
    return message;
}

static enum status send_bytes(struct channel *channel, enum priority priority,
                              const byte *bytes, unsigned length) {
    struct message *message = new_message(priority);
#ifndef EARLY
    fill(message, bytes, length);
#endif
    pthread_mutex_lock(&channel->lock);
    enum status status = wait_for_room(channel);
    if (status == DONE)
        put(channel, message);
    pthread_mutex_unlock(&channel->lock);
#ifdef EARLY
    fill(message, bytes, length);
#endif
    if (status != DONE)
        free(message);
    return status;
}

static enum status receive_bytes(struct channel *channel, enum priority *priority,
                                 byte *bytes, unsigned *length) {
    struct message *message = 0;
    pthread_mutex_lock(&channel->lock);
    enum status status = wait_for_message(channel);
    if (status == DONE)
        message = take_most_urgent(channel);
    pthread_mutex_unlock(&channel->lock);
    if (status != DONE)
        return status;
    *priority = message->priority;
    status = unpack(message, bytes, length);
    free(message);
    return status;
}

// ── One producer, one consumer ──────────────────────────────────────────────────

static struct channel channel;

static enum priority priority_of(unsigned number) {
    return (enum priority)(number % PRIORITIES);
}

// The first byte numbers the messages of one priority.
static unsigned write_text(byte *bytes, unsigned number) {
    bytes[0] = (byte)(number / PRIORITIES);
    for (unsigned i = 1; i < PAYLOAD; i++)
        bytes[i] = (byte)(number + i);
    return PAYLOAD;
}

static void read_text(const byte *bytes, unsigned length, enum priority priority,
                      unsigned expected) {
    assert(length == PAYLOAD);
    assert(bytes[0] == expected);
    unsigned number = expected * PRIORITIES + priority;
    for (unsigned i = 1; i < PAYLOAD; i++)
        assert(bytes[i] == (byte)(number + i));
}

static void produce(void) {
    byte bytes[PAYLOAD];
    for (unsigned number = 0; number < MESSAGES; number++) {
        unsigned length = write_text(bytes, number);
        enum status status = send_bytes(&channel, priority_of(number), bytes, length);
        assert(status == DONE);
    }
    close_channel(&channel);
}

static void *consume(void *unused) {
    byte bytes[PAYLOAD];
    unsigned length, seen[PRIORITIES] = {0, 0, 0};
    enum priority priority;
    enum status status;
    while ((status = receive_bytes(&channel, &priority, bytes, &length)) == DONE) {
        read_text(bytes, length, priority, seen[priority]);
        seen[priority]++;
    }
    assert(status == CLOSED);
    assert(seen[LOW] + seen[NORMAL] + seen[URGENT] == MESSAGES);
    return unused;
}

// The producer is the program's own thread, so that switches are those between the two.
int main(void) {
    pthread_t consumer;
    open_channel(&channel);
    pthread_create(&consumer, 0, consume, 0);
    produce();
    pthread_join(consumer, 0);
    destroy_channel(&channel);
    return 0;
}
