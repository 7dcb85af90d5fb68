// call_once runs its routine once; thread-specific values of C11 have destructors.
// expect: assert holds
// expect: deadlock holds
#include <assert.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int created, destroyed, value;

static void destructor(void *argument) {
    assert(argument == &value);
    destroyed++;
}

static void initialise(void) {
    assert(tss_create(&key, destructor) == thrd_success);
    created++;
}

static int worker(void *unused) {
    call_once(&flag, initialise);
    assert(created == 1);
    assert(tss_get(key) == 0);
    assert(tss_set(key, &value) == thrd_success);
    assert(tss_get(key) == &value);
    return 0;
}

int main(void) {
    thrd_t thread;
    thrd_create(&thread, worker, 0);
    call_once(&flag, initialise);
    assert(created == 1);
    thrd_join(thread, 0);
    assert(destroyed == 1);
    tss_delete(key);
    assert(tss_set(key, &value) == thrd_error);
    return 0;
}
