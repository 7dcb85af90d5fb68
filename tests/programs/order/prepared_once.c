// Two threads need the same preparation; done by pthread_once it happens once and before either goes on.
// expect: assert holds
// expect: race holds
// variant: -DBY_HAND
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Atomic int done;
static int *table;
static int storage = 4;
static _Atomic int times;

static void prepare(void) {
    times++;
    table = &storage;
}

static void *user(void *unused) {
#ifdef BY_HAND
    if (!done) {
        prepare();
        done = 1;
    }
#else
    pthread_once(&once, prepare);
#endif
    assert(*table == 4);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, user, 0);
    user(0);
    pthread_join(thread, 0);
    assert(times == 1);
    (void)done;
    (void)once;
    return 0;
}
