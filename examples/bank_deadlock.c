#include <pthread.h>

/* Two transfers in opposite directions, each of which locks the account that it
   takes from and then the one that it gives to. Each can hold what the other
   waits for. Locking the accounts in one fixed order repairs it. */
struct account {
    pthread_mutex_t lock;
    int balance;
};

struct account mine = {PTHREAD_MUTEX_INITIALIZER, 100};
struct account yours = {PTHREAD_MUTEX_INITIALIZER, 100};

void transfer(struct account *from, struct account *to, int amount) {
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

void *pay_you(void *unused) {
    transfer(&mine, &yours, 10);
    return NULL;
}

int main(void) {
    pthread_t thread;

    pthread_create(&thread, NULL, pay_you, NULL);
    transfer(&yours, &mine, 20);
    pthread_join(thread, NULL);
    return 0;
}
