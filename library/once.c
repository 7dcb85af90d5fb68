/* pthread_once and call_once. */

#include "thread.h"

/* ONCE_RUNNING + n: thread n is inside the routine. */
enum { ONCE_FRESH = 0, ONCE_DONE = 2, ONCE_RUNNING = 3 };

/* "If init_routine is a cancellation point and is canceled, the effect on
   once_control shall be as if pthread_once() was never called." Whoever calls it next is taken to
   come after what was done; with glibc it is not. */
static void forget(void *control)
{
    __raddle_atomic_begin();
    RELEASE(*(pthread_once_t *)control, ONCE_FRESH);
    __raddle_atomic_end();
}

static void run_once(pthread_once_t *control, void (*routine)(void))
{
    int running = ONCE_RUNNING + (int)__raddle_self();
    struct _pthread_cleanup_buffer handler;
    int done;
    __raddle_atomic_begin();
    __raddle_await_holder(ACQUIRE(*control) <= ONCE_DONE, *control - ONCE_RUNNING);
    done = *control == ONCE_DONE;
    if (!done)
        *control = running;
    __raddle_atomic_end();
    if (done)
        return;
    _pthread_cleanup_push(&handler, forget, control);
    routine();
    _pthread_cleanup_pop(&handler, 0);
    __raddle_atomic_begin();
    RELEASE(*control, ONCE_DONE);
    __raddle_atomic_end();
}

int pthread_once(pthread_once_t *control, void (*routine)(void))
{
    run_once(control, routine);
    return 0;
}

void call_once(once_flag *flag, void (*routine)(void))
{
    run_once(flag, routine);
}
