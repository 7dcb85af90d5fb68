// fsbench (table 2 of the paper): a file system in small. Each thread makes a file: it
// locks the file's inode, and looks for a free block, locking one block after the other.
// Property: every file gets a block. It holds while there are no more threads than blocks
// (26 in the paper's correct version). With one more (27, the wrong version) it is violated
// in every schedule: whoever comes last finds nothing, as all of the paper's
// interleavings fail as well.
//   -DTHREADS=n  files (26)
//   -DBLOCKS=n   blocks on the disk (26)
//   -DUNLOCKED   blocks are taken without their locks, so that two files may share one;
//                the last assertion is violated
// Loops: the larger of THREADS and BLOCKS.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 26
#endif
#ifndef BLOCKS
#define BLOCKS 26
#endif
enum { INODES = 32 };

static pthread_mutex_t inode_locks[INODES], block_locks[BLOCKS];
static int inodes[INODES];   // a block's number plus one, or zero
static _Bool taken[BLOCKS];

#ifdef UNLOCKED
#define LOCK_BLOCK(block)
#define UNLOCK_BLOCK(block)
#else
#define LOCK_BLOCK(block) pthread_mutex_lock(&block_locks[block])
#define UNLOCK_BLOCK(block) pthread_mutex_unlock(&block_locks[block])
#endif

static _Bool take_block(int block) {
    LOCK_BLOCK(block);
    _Bool mine = !taken[block];
    if (mine)
        taken[block] = 1;
    UNLOCK_BLOCK(block);
    return mine;
}

// Gives the block's number plus one, or zero where the disk is full.
static int find_block(int start) {
    int block = start;
    for (int tries = 0; tries < BLOCKS; tries++) {
        if (take_block(block))
            return block + 1;
        block = (block + 1) % BLOCKS;
    }
    return 0;
}

static void *make_file(void *argument) {
    int inode = (int)(long)argument % INODES;
    pthread_mutex_lock(&inode_locks[inode]);
    if (inodes[inode] == 0) {
        int found = find_block(inode * 2 % BLOCKS);
        assert(found != 0);
        inodes[inode] = found;
    }
    pthread_mutex_unlock(&inode_locks[inode]);
    return 0;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, make_file, (void *)(long)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    int used = 0;
    for (int block = 0; block < BLOCKS; block++)
        used += taken[block];
    assert(used == (THREADS < BLOCKS ? THREADS : BLOCKS));
    return 0;
}
