// Two robots walk over a board, one along a row, one down a column: they can meet only where these cross.
// expect: assert holds
// expect: race holds
// variant: -DNEVER_MEET
// expect: assert violated
#include <assert.h>
#include <pthread.h>

enum { SIZE = 3 };

static pthread_mutex_t board = PTHREAD_MUTEX_INITIALIZER;
static int row_robot[2] = {0, 1}, column_robot[2] = {1, 0};

static void look(void) {
    if (row_robot[0] == column_robot[0] && row_robot[1] == column_robot[1]) {
#ifdef NEVER_MEET
        assert(0);
#else
        assert(row_robot[0] == 1 && row_robot[1] == 1);
#endif
    }
}

static void *walk(void *argument) {
    int *coordinate = argument;
    for (int step = 1; step < SIZE; step++) {
        pthread_mutex_lock(&board);
        *coordinate = step;
        look();
        pthread_mutex_unlock(&board);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, walk, &column_robot[1]);
    walk(&row_robot[0]);
    pthread_join(thread, 0);
    return 0;
}
