// Two values that belong together are changed in two locked sections: a reader comes between.
// expect: assert violated
// expect: race holds
// expect: deadlock holds
// variant: -DONE_STAGE
// expect: assert holds
// expect: race holds
// expect: deadlock holds
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first_value, second_value;

static void *two_stages(void *unused) {
    pthread_mutex_lock(&first_lock);
    first_value = 1;
#ifndef ONE_STAGE
    pthread_mutex_unlock(&first_lock);
#endif
    pthread_mutex_lock(&second_lock);
    second_value = first_value + 1;
    pthread_mutex_unlock(&second_lock);
#ifdef ONE_STAGE
    pthread_mutex_unlock(&first_lock);
#endif
    return 0;
}

static void *reader(void *unused) {
    pthread_mutex_lock(&first_lock);
    if (first_value == 0) {
        pthread_mutex_unlock(&first_lock);
        return 0;
    }
    int first = first_value;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    int second = second_value;
    pthread_mutex_unlock(&second_lock);
    assert(second == first + 1);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, two_stages, 0);
    reader(0);
    pthread_join(thread, 0);
    return 0;
}
