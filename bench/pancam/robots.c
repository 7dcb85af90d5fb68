// Two robots walk over one board of N x N places, row by row from the left to the right. The
// first leaves out every third place, the second another third. A robot stands with one foot
// in the next place before it leaves the last one, and looks who else is there.
// Property: the robots meet only in places that both visit. It holds.
//   -DN=n        places in a row, and rows (4)
//   -DLAPS=n     how often each goes over the whole board (1)
//   -DSTRAY      the second leaves out nothing, so that they meet where only the first was
//                expected: violated
// The robots race on purpose: `--check assert`.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 4
#endif
#ifndef LAPS
#define LAPS 1
#endif

enum { ROBOTS = 2, THIRDS = 3 };

struct place {
    volatile char occupied[ROBOTS];
};

static struct place board[N][N];

static int third(int row, int column) {
    return (row + column) % THIRDS;
}

static int is_common(int row, int column) {
    return third(row, column) == 0;
}

static int visits(int robot, int row, int column) {
#ifdef STRAY
    if (robot == 1)
        return 1;
#endif
    return third(row, column) != robot + 1;
}

static void enter(int robot, int row, int column) {
    struct place *place = &board[row][column];
    place->occupied[robot] = 1;
    if (place->occupied[1 - robot])
        assert(is_common(row, column));
}

static void walk(int robot) {
    struct place *last = 0;
    for (int row = 0; row < N; row++) {
        for (int column = 0; column < N; column++) {
            if (!visits(robot, row, column))
                continue;
            enter(robot, row, column);
            if (last)
                last->occupied[robot] = 0;
            last = &board[row][column];
        }
    }
    if (last)
        last->occupied[robot] = 0;
}

static void *robot(void *argument) {
    for (int lap = 0; lap < LAPS; lap++)
        walk((int)(long)argument);
    return 0;
}

// The first robot is the program's own thread.
int main(void) {
    pthread_t second;
    pthread_create(&second, 0, robot, (void *)1L);
    robot((void *)0L);
    pthread_join(second, 0);
    return 0;
}
