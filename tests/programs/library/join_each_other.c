// Two threads that wait for each other's end wait for ever, even if main goes on.
// expect: deadlock violated
#include <pthread.h>

static pthread_t first;

static void *second_thread(void *unused) {
    pthread_join(first, 0);
    return 0;
}

static void *first_thread(void *unused) {
    pthread_t second;
    pthread_create(&second, 0, second_thread, 0);
    pthread_join(second, 0);
    return 0;
}

int main(void) {
    pthread_create(&first, 0, first_thread, 0);
    pthread_exit(0);
}
