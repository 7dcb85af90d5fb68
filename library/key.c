/* Thread-specific values. A deleted key's number is not given out again, since
   no thread could clear the others' values for it. */

#include "thread.h"

enum { KEYS = 32, DESTRUCTOR_ROUNDS = 4 };
enum { KEY_FRESH = 0, KEY_USED = 1, KEY_DELETED = 2 };

static struct {
    void (*destructor)(void *);
    unsigned char state;
} keys[KEYS];

static _Thread_local void *key_values[KEYS];
/* Whether this thread ever set one: most never do, and need no second look. */
static _Thread_local unsigned char has_values;

/* What follows is POSIX and C11 at once; neither calls the other by name, since a
   program of the one may use the other's names for something else. */
static void create(pthread_key_t *key, void (*destructor)(void *))
{
    /* Its number tells who came before. */
    pthread_key_t number = 0;
    __raddle_atomic_begin();
    while (number < KEYS && ACQUIRE(keys[number].state) != KEY_FRESH)
        number++;
    if (number == KEYS)
        __raddle_unsupported("more than 32 keys of thread-specific values");
    RELEASE(keys[number].state, KEY_USED);
    keys[number].destructor = destructor;
    __raddle_atomic_end();
    *key = number;
}

/* No destructors are called. */
static int delete(pthread_key_t key)
{
    int result = 0;
    __raddle_atomic_begin();
    if (key < KEYS && keys[key].state == KEY_USED) {
        keys[key].state = KEY_DELETED;
        keys[key].destructor = NULL;
    } else {
        result = EINVAL;
    }
    __raddle_atomic_end();
    return result;
}

static int set(pthread_key_t key, const void *value)
{
    if (key >= KEYS || keys[key].state != KEY_USED)
        return EINVAL;
    key_values[key] = (void *)value;
    has_values = 1;
    return 0;
}

static void *get(pthread_key_t key)
{
    return key < KEYS ? key_values[key] : NULL;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    create(key, destructor);
    return 0;
}

int pthread_key_delete(pthread_key_t key)
{
    return delete(key);
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    return set(key, value);
}

void *pthread_getspecific(pthread_key_t key)
{
    return get(key);
}

static int run_one_round(void)
{
    int called = 0;
    for (pthread_key_t key = 0; key < KEYS; key++) {
        void *value = key_values[key];
        void (*destructor)(void *);
        if (value == NULL)
            continue;
        /* The key may be deleted meanwhile. */
        __raddle_atomic_begin();
        destructor = keys[key].destructor;
        __raddle_atomic_end();
        if (destructor != NULL) {
            key_values[key] = NULL;
            destructor(value);
            called = 1;
        }
    }
    return called;
}

/* Destructors may set values again; then they are called again, but not for
   ever. */
void __raddle_run_destructors(void)
{
    if (!has_values)
        return;
    for (int round = 0; round < DESTRUCTOR_ROUNDS; round++)
        if (!run_one_round())
            return;
}

int tss_create(tss_t *key, void (*destructor)(void *))
{
    create(key, destructor);
    return thrd_success;
}

void tss_delete(tss_t key)
{
    delete(key);
}

int tss_set(tss_t key, void *value)
{
    return set(key, value) == 0 ? thrd_success : thrd_error;
}

void *tss_get(tss_t key)
{
    return get(key);
}
