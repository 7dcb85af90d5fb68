// strtok's place is shared by all threads, so one can take another's tokens.
// expect: assert violated
// variant: -DREENTRANT
// expect: assert holds
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *worker(void *text) {
    char *state, *token;
#ifdef REENTRANT
    strtok_r(text, " ", &state);
    token = strtok_r(0, " ", &state);
#else
    strtok(text, " ");
    token = strtok(0, " ");
#endif
    assert(token == (char *)text + 2);
    return 0;
}

int main(void) {
    static char one[] = "a b", two[] = "c d";
    pthread_t thread;
    pthread_create(&thread, 0, worker, one);
    worker(two);
    pthread_join(thread, 0);
    return 0;
}
