/* Runs a program with threads many times, each time in a process of its own, and
   prints which outcomes there were: a line for each, how often and the values. The
   program's `main` is called `program_main`. Arguments: how many times, and how many
   seconds a run may take.

   A thread begins together with another one, if there is one soon, and pauses for a
   random time wherever it calls the thread library or, where the compiler says so, at
   the beginning of a block. So its steps fall between those of the others in many ways. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

enum { MOST_VALUES = 32, MOST_OUTCOMES = 512, SECONDS = 300 };

struct Outcome {
    unsigned long long values[MOST_VALUES];
    unsigned length;
    unsigned count;
};

struct Run {
    struct Outcome outcome;
    int is_complete;
};

int program_main(void);

static struct Run *run;
static unsigned long long seed;
static _Thread_local unsigned long long state;
static _Atomic unsigned waiting;
static _Atomic unsigned threads;

void __raddle_output(unsigned long long value)
{
    if (run->outcome.length < MOST_VALUES)
        run->outcome.values[run->outcome.length++] = value;
}

static unsigned random_below(unsigned bound)
{
    if (state == 0)
        state = seed * 2654435761u + ++threads * 40503u + 1;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 33) % bound;
}

static void spin(unsigned turns)
{
    for (volatile unsigned turn = 0; turn < turns; turn++)
        ;
}

static void pause_sometimes(void)
{
    unsigned choice = random_below(16);
    if (choice < 4)
        spin(random_below(300));
    else if (choice == 4)
        spin(random_below(8000));
    else if (choice < 7)
        sched_yield();
}

/* Called by the compiler's instrumentation. */
void __sanitizer_cov_trace_pc(void)
{
    pause_sometimes();
}

/* Together with another thread, if there is one soon. */
static void begin(void)
{
    unsigned patience = random_below(4) == 0 ? 0 : random_below(40000);
    waiting++;
    for (volatile unsigned turn = 0; turn < patience && waiting % 2 != 0; turn++)
        if (turn % 4096 == 4095)
            sched_yield();
    spin(random_below(200));
}

struct Start {
    void *(*function)(void *);
    int (*standard)(void *);
    void *argument;
};

static void *start_thread(void *given)
{
    struct Start start = *(struct Start *)given;
    free(given);
    begin();
    return start.function(start.argument);
}

static int start_standard(void *given)
{
    struct Start start = *(struct Start *)given;
    free(given);
    begin();
    return start.standard(start.argument);
}

static struct Start *start_of(void *(*function)(void *), int (*standard)(void *), void *argument)
{
    struct Start *start = malloc(sizeof *start);
    if (start == NULL)
        abort();
    *start = (struct Start){ function, standard, argument };
    return start;
}

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument)
{
    int result =
        __real_pthread_create(thread, attributes, start_thread, start_of(function, NULL, argument));
    pause_sometimes();
    return result;
}

int __real_thrd_create(thrd_t *, thrd_start_t, void *);
int __wrap_thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
{
    int result = __real_thrd_create(thread, start_standard, start_of(NULL, function, argument));
    pause_sometimes();
    return result;
}

#define WRAP(name)                                                                        \
    int __real_##name(void *);                                                            \
    int __wrap_##name(void *object)                                                       \
    {                                                                                     \
        pause_sometimes();                                                                \
        int result = __real_##name(object);                                               \
        pause_sometimes();                                                                \
        return result;                                                                    \
    }

WRAP(pthread_mutex_lock)
WRAP(pthread_mutex_trylock)
WRAP(pthread_mutex_unlock)
WRAP(pthread_cond_signal)
WRAP(pthread_cond_broadcast)
WRAP(pthread_rwlock_rdlock)
WRAP(pthread_rwlock_wrlock)
WRAP(pthread_rwlock_tryrdlock)
WRAP(pthread_rwlock_trywrlock)
WRAP(pthread_rwlock_unlock)
WRAP(pthread_spin_lock)
WRAP(pthread_spin_trylock)
WRAP(pthread_spin_unlock)
WRAP(pthread_barrier_wait)
WRAP(sem_wait)
WRAP(sem_trywait)
WRAP(sem_post)
WRAP(mtx_lock)
WRAP(mtx_trylock)
WRAP(mtx_unlock)
WRAP(cnd_signal)
WRAP(cnd_broadcast)

/* On one processor or on several; the program is given up after a while, which is long
   where others use the processors, too. */
static void run_program(unsigned number, unsigned seconds)
{
    cpu_set_t processors;
    seed = number;
    if (number % 8 == 0) {
        CPU_ZERO(&processors);
        CPU_SET(sched_getcpu(), &processors);
        sched_setaffinity(0, sizeof processors, &processors);
    }
    alarm(seconds);
    program_main();
    run->is_complete = 1;
    _exit(0);
}

static unsigned add(struct Outcome *outcomes, unsigned count, const struct Outcome *seen)
{
    for (unsigned at = 0; at < count; at++) {
        if (outcomes[at].length == seen->length
            && memcmp(outcomes[at].values, seen->values, sizeof seen->values) == 0) {
            outcomes[at].count++;
            return count;
        }
    }
    if (count < MOST_OUTCOMES) {
        outcomes[count] = *seen;
        outcomes[count++].count = 1;
    }
    return count;
}

int main(int count, char **arguments)
{
    static struct Outcome outcomes[MOST_OUTCOMES];
    unsigned distinct = 0;
    unsigned runs = count > 1 ? (unsigned)atoi(arguments[1]) : 100;
    unsigned seconds = count > 2 ? (unsigned)atoi(arguments[2]) : SECONDS;
    run = mmap(NULL, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (run == MAP_FAILED)
        return 2;
    for (unsigned number = 1; number <= runs; number++) {
        int status = 0;
        memset(run, 0, sizeof *run);
        pid_t child = fork();
        if (child == 0)
            run_program(number, seconds);
        if (child < 0 || waitpid(child, &status, 0) != child)
            return 2;
        if (!run->is_complete) {
            printf("incomplete %d\n", WIFSIGNALED(status) ? WTERMSIG(status) : 0);
            return 1;
        }
        distinct = add(outcomes, distinct, &run->outcome);
    }
    for (unsigned at = 0; at < distinct; at++) {
        printf("%u", outcomes[at].count);
        for (unsigned value = 0; value < outcomes[at].length; value++)
            printf(" %llu", outcomes[at].values[value]);
        printf("\n");
    }
    return 0;
}
