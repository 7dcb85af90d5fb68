// Which of two waiting threads a signal wakes is open: the first and the second are both possible.
// expect: assert violated
// slow: order
// variant: -DOTHER
// expect: assert violated
// slow: order
// variant: -DEITHER
// expect: assert holds
// slow: order
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, tokens, woken;

static void *waiter(void *number) {
    pthread_mutex_lock(&lock);
    waiting++;
    while (tokens == 0)
        pthread_cond_wait(&changed, &lock);
    tokens--;
    if (woken == 0)
        woken = *(int *)number;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    static int numbers[] = {1, 2};
    pthread_t one, two;
    pthread_create(&one, 0, waiter, &numbers[0]);
    pthread_create(&two, 0, waiter, &numbers[1]);
    pthread_mutex_lock(&lock);
    if (waiting == 2) {
        tokens = 1;
        pthread_cond_signal(&changed);
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
#ifdef OTHER
        assert(woken != 1);
#elif defined EITHER
        assert(woken == 0 || woken == 1 || woken == 2);
#else
        assert(woken != 2);
#endif
    }
    return 0;
}
