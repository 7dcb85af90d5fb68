// indexer (table 2 of the paper): threads put words into one hash table. A place is
// claimed by comparing and setting it under a lock of its own; where it is occupied, the
// next one is tried. Words whose numbers differ by 32 start at the same place, so from 9
// threads on they meet.
// Property: every word finds a place, and none is lost. It holds.
//   -DTHREADS=n  threads, at most 16 (13)
//   -DWORDS=n    words of each thread (4)
//   -DSIZE=n     places of the table (128)
//   -DUNLOCKED   places are claimed without their locks: words get lost where they meet,
//                violated
// Loops: SIZE.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 13
#endif
#ifndef WORDS
#define WORDS 4
#endif
#ifndef SIZE
#define SIZE 128
#endif

static pthread_mutex_t locks[SIZE];
static int table[SIZE];

#ifdef UNLOCKED
#define LOCK(place)
#define UNLOCK(place)
#else
#define LOCK(place) pthread_mutex_lock(&locks[place])
#define UNLOCK(place) pthread_mutex_unlock(&locks[place])
#endif

static _Bool claim(int place, int word) {
    LOCK(place);
    _Bool free = table[place] == 0;
    if (free)
        table[place] = word;
    UNLOCK(place);
    return free;
}

static _Bool insert(int word) {
    int place = word * 12 % SIZE;
    for (int tries = 0; tries < SIZE; tries++) {
        if (claim(place, word))
            return 1;
        place = (place + 1) % SIZE;
    }
    return 0;
}

static void *index_words(void *argument) {
    int thread = (int)(long)argument;
    for (int i = 1; i <= WORDS; i++) {
        _Bool inserted = insert(thread * WORDS + i);
        assert(inserted);
    }
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, index_words, (void *)(long)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    int words = 0;
    for (int place = 0; place < SIZE; place++)
        words += table[place] != 0;
    assert(words == THREADS * WORDS);
    return 0;
}
