// What a thread keeps under a key is its own: here a pointer to something on its stack.
// expect: assert holds
// expect: race holds
// expect: memory holds
// variant: -DCOMMON
// expect: assert violated
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
#ifdef COMMON
static void *_Atomic common;
#endif

static void keep(int *pointer) {
#ifdef COMMON
    common = pointer;
#else
    pthread_setspecific(key, pointer);
#endif
}

static int *kept(void) {
#ifdef COMMON
    return common;
#else
    return pthread_getspecific(key);
#endif
}

static void *user(void *unused) {
    int mine = 3;
    keep(&mine);
    assert(kept() == &mine);
    *kept() = 4;
    assert(mine == 4);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_key_create(&key, 0);
    pthread_create(&thread, 0, user, 0);
    user(0);
    pthread_join(thread, 0);
    return 0;
}
