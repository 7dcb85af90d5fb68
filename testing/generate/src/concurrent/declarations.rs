//! Everything that a program can declare. What is mentioned is declared, with what
//! that mentions in turn; so no statement can lack a declaration, and dropping
//! the last use of a thing drops the thing.
//!
//! To add one, add a row. A row must come after those that it mentions.

/// Who takes care that accesses do not happen at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// Nobody: accesses of two threads race.
    Plain,
    /// The thing itself, or nobody can access it at once.
    Safe,
}
use Sharing::{Plain, Safe};

pub(crate) struct Declaration {
    /// Mentioning one of these names asks for the declaration.
    pub(crate) names: &'static [&'static str],
    pub(crate) sharing: Sharing,
    pub(crate) text: &'static str,
    /// What main does before it starts a thread, and after all have ended.
    pub(crate) setup: &'static str,
    pub(crate) teardown: &'static str,
}

const fn row(names: &'static [&'static str], sharing: Sharing, text: &'static str) -> Declaration {
    Declaration { names, sharing, text, setup: "", teardown: "" }
}

const fn prepared(
    names: &'static [&'static str],
    sharing: Sharing,
    text: &'static str,
    setup: &'static str,
    teardown: &'static str,
) -> Declaration {
    Declaration { names, sharing, text, setup, teardown }
}

pub(crate) static DECLARATIONS: &[Declaration] = &[
    // Inputs and atomic sections.
    row(&["__VERIFIER_nondet_int"], Safe, "extern int __VERIFIER_nondet_int(void);"),
    row(&["__VERIFIER_nondet_bool"], Safe, "extern _Bool __VERIFIER_nondet_bool(void);"),
    row(&["__VERIFIER_nondet_uchar"], Safe, "extern unsigned char __VERIFIER_nondet_uchar(void);"),
    row(&["__VERIFIER_nondet_short"], Safe, "extern short __VERIFIER_nondet_short(void);"),
    row(&["__VERIFIER_assume"], Safe, "extern void __VERIFIER_assume(int condition);"),
    row(&["__VERIFIER_atomic_begin"], Safe, "extern void __VERIFIER_atomic_begin(void);"),
    row(&["__VERIFIER_atomic_end"], Safe, "extern void __VERIFIER_atomic_end(void);"),
    row(
        &["pthread_tryjoin_np"],
        Safe,
        "extern int pthread_tryjoin_np(pthread_t thread, void **result);",
    ),
    // Types.
    row(&["pair"], Safe, "struct pair { int first; int second; };"),
    row(
        &["mixture"],
        Safe,
        "struct mixture { char tag; short number; struct { int deep; } inner; };",
    ),
    row(&["node"], Safe, "struct node { int value; struct node *next; };"),
    // Shared variables.
    row(&["x"], Plain, "static int x = 0;"),
    row(&["y"], Plain, "static int y = 0;"),
    row(&["z"], Plain, "int z = 1;"),
    row(&["tiny"], Plain, "static signed char tiny = 1;"),
    row(&["byte"], Plain, "unsigned char byte = 0;"),
    row(&["word"], Plain, "static short word = 0;"),
    row(&["half"], Plain, "static unsigned short half = 1;"),
    row(&["natural"], Plain, "static unsigned natural = 0;"),
    row(&["wide"], Plain, "static long long wide = 0;"),
    row(&["vast"], Plain, "unsigned long long vast = 1;"),
    row(&["truth"], Plain, "static _Bool truth = 0;"),
    row(&["restless"], Plain, "static volatile int restless = 0;"),
    row(&["ratio"], Plain, "static double ratio = 0.5;"),
    row(
        &["bits"],
        Plain,
        "static struct { unsigned low : 2; unsigned high : 3; int sign : 4; } bits;",
    ),
    row(
        &["parted"],
        Plain,
        "static struct { unsigned odd : 3; unsigned : 0; unsigned even : 3; } parted;",
    ),
    row(&["cells"], Plain, "static int cells[3] = { 0, 1, 2 };"),
    row(&["bytes"], Plain, "static unsigned char bytes[4];"),
    row(&["grid"], Plain, "static short grid[2][2] = { { 0, 1 }, { 1, 0 } };"),
    row(&["left"], Plain, "static struct pair left = { 0, 0 };"),
    row(&["right"], Plain, "static struct pair right = { 1, 1 };"),
    row(&["record"], Plain, "static struct mixture record = { 1, 0, { 2 } };"),
    row(&["united"], Plain, "static union { unsigned whole; unsigned char part[4]; } united;"),
    row(&["pointer"], Plain, "static int *pointer = &x;"),
    row(&["cursor"], Plain, "static int *cursor = cells;"),
    row(&["published"], Plain, "static struct pair *published = 0;"),
    row(&["top"], Plain, "static struct node *top = 0;"),
    prepared(
        &["heap"],
        Plain,
        "static int *heap;",
        "heap = malloc(sizeof *heap); if (heap == 0) { return 0; } *heap = 0;",
        "free(heap);",
    ),
    prepared(
        &["chain"],
        Plain,
        "static struct node *chain;",
        "chain = calloc(2, sizeof *chain); if (chain == 0) { return 0; } chain->next = chain + 1;",
        "free(chain);",
    ),
    // For one thread each, or written before the threads exist.
    row(&["mine"], Safe, "static _Thread_local int mine = 0;"),
    row(&["fixed"], Safe, "static const int fixed[3] = { 2, 0, 1 };"),
    // Atomic variables; the last two are meant for the compiler's own functions.
    row(&["a"], Safe, "static _Atomic int a = 0;"),
    row(&["b"], Safe, "static atomic_int b = 0;"),
    row(&["c"], Safe, "static _Atomic unsigned char c = 1;"),
    row(&["ready"], Safe, "static atomic_bool ready = 0;"),
    row(&["latch"], Safe, "static atomic_flag latch = ATOMIC_FLAG_INIT;"),
    row(&["handle"], Safe, "static struct pair *_Atomic handle;"),
    row(&["n"], Safe, "static int n = 0;"),
    row(&["k"], Safe, "static int k = 1;"),
    // Locks and what one waits for.
    row(&["m"], Safe, "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"),
    prepared(
        &["lock"],
        Safe,
        "static pthread_mutex_t lock;",
        "pthread_mutex_init(&lock, 0);",
        "pthread_mutex_destroy(&lock);",
    ),
    prepared(
        &["again"],
        Safe,
        "static pthread_mutex_t again;",
        "pthread_mutexattr_t recursive; pthread_mutexattr_init(&recursive); \
         pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE); \
         pthread_mutex_init(&again, &recursive);",
        "",
    ),
    prepared(
        &["strict"],
        Safe,
        "static pthread_mutex_t strict;",
        "pthread_mutexattr_t checking; pthread_mutexattr_init(&checking); \
         pthread_mutexattr_settype(&checking, PTHREAD_MUTEX_ERRORCHECK); \
         pthread_mutex_init(&strict, &checking);",
        "",
    ),
    prepared(
        &["exclusion"],
        Safe,
        "static mtx_t exclusion;",
        "mtx_init(&exclusion, mtx_plain);",
        "",
    ),
    row(&["box"], Safe, "struct box { char label; pthread_mutex_t lock; int content; };"),
    row(&["boxed"], Plain, "static struct box boxed = { 0, PTHREAD_MUTEX_INITIALIZER, 0 };"),
    row(
        &["locks"],
        Safe,
        "static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };",
    ),
    row(&["which"], Plain, "static pthread_mutex_t *which = &locks[0];"),
    row(&["bolt"], Safe, "static atomic_int bolt = 0;"),
    row(
        &["bolt_enter"],
        Safe,
        "static void bolt_enter(void) { __VERIFIER_assume(atomic_exchange(&bolt, 1) == 0); }",
    ),
    row(&["bolt_leave"], Safe, "static void bolt_leave(void) { bolt = 0; }"),
    row(&["swapped"], Safe, "static int swapped = 0;"),
    row(
        &["swap_enter"],
        Safe,
        "static void swap_enter(void) { while (!__sync_bool_compare_and_swap(&swapped, 0, 1)) { } }",
    ),
    row(&["gate"], Safe, "static int gate = 0;"),
    row(
        &["gate_enter"],
        Safe,
        "static void gate_enter(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(gate == 0); \
         gate = 1; __VERIFIER_atomic_end(); }",
    ),
    row(
        &["gate_leave"],
        Safe,
        "static void gate_leave(void) { __VERIFIER_atomic_begin(); gate = 0; __VERIFIER_atomic_end(); }",
    ),
    // Not to be had while another thread has it, but whoever finds it had goes on too.
    row(
        &["shared_enter"],
        Safe,
        "static void shared_enter(void) { __VERIFIER_atomic_begin(); if (gate == 0) { gate = 1; } \
         __VERIFIER_atomic_end(); }",
    ),
    row(&["turn"], Safe, "static atomic_int turn = 0;"),
    row(
        &["turn_enter"],
        Safe,
        "static void turn_enter(void) { int none = 0; \
         __VERIFIER_assume(atomic_compare_exchange_strong(&turn, &none, 2)); }",
    ),
    row(&["loose"], Safe, "static atomic_int loose = 0;"),
    row(
        &["loose_enter"],
        Safe,
        "static void loose_enter(void) { __VERIFIER_assume(atomic_exchange_explicit(&loose, 1, \
         memory_order_relaxed) == 0); }",
    ),
    // Two may find it open.
    row(&["flawed"], Safe, "static atomic_int flawed = 0;"),
    row(
        &["flawed_enter"],
        Safe,
        "static void flawed_enter(void) { __VERIFIER_assume(flawed == 0); flawed = 1; }",
    ),
    row(&["book"], Safe, "static pthread_rwlock_t book = PTHREAD_RWLOCK_INITIALIZER;"),
    prepared(
        &["spin"],
        Safe,
        "static pthread_spinlock_t spin;",
        "pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);",
        "",
    ),
    prepared(&["free_one"], Safe, "static sem_t free_one;", "sem_init(&free_one, 0, 1);", ""),
    prepared(&["signals"], Safe, "static sem_t signals;", "sem_init(&signals, 0, 0);", ""),
    prepared(
        &["meeting"],
        Safe,
        "static pthread_barrier_t meeting;",
        "pthread_barrier_init(&meeting, 0, 2);",
        "",
    ),
    row(&["news"], Safe, "static pthread_cond_t news = PTHREAD_COND_INITIALIZER;"),
    prepared(&["change"], Safe, "static cnd_t change;", "cnd_init(&change);", ""),
    prepared(&["key"], Safe, "static pthread_key_t key;", "pthread_key_create(&key, 0);", ""),
    row(&["once"], Safe, "static pthread_once_t once = PTHREAD_ONCE_INIT;"),
    row(&["made"], Safe, "static int made = 0;"),
    // Things to point into, for programs with faults.
    row(&["maybe"], Plain, "static int *maybe = 0;"),
    row(&["escaped"], Plain, "static int *escaped = &x;"),
    prepared(
        &["block"],
        Plain,
        "static int *block;",
        "block = malloc(2 * sizeof *block); if (block == 0) { return 0; } block[0] = 1; block[1] = 0;",
        "",
    ),
    // What the last of two owners frees.
    prepared(
        &["counted"],
        Plain,
        "static struct pair *counted;",
        "counted = calloc(1, sizeof *counted); if (counted == 0) { return 0; }",
        "",
    ),
    row(&["owners"], Safe, "static atomic_int owners = 2;"),
    row(&["soon"], Safe, "static const struct timespec soon = { 0, 0 };"),
    // Functions.
    row(&["reach_error"], Safe, "void reach_error(void) { }"),
    row(&["borrower"], Safe, "static void *borrower(void *place) { *(int *)place = 1; return 0; }"),
    row(
        &["visitor"],
        Plain,
        "static void *visitor(void *unused) { pthread_mutex_lock(&m); x = x + 1; \
         pthread_mutex_unlock(&m); return unused; }",
    ),
    row(
        &["boxer"],
        Safe,
        "static void *boxer(void *argument) { struct box *own = argument; \
         pthread_mutex_lock(&own->lock); own->content = own->content + 1; \
         pthread_mutex_unlock(&own->lock); return 0; }",
    ),
    row(
        &["owner"],
        Safe,
        "static void *owner(void *argument) { struct box *own = argument; \
         own->content = own->content + 1; assert(own->content == 1); free(own); return 0; }",
    ),
    row(
        &["relay"],
        Plain,
        "static void *relay(void *unused) { pthread_t child; \
         if (pthread_create(&child, 0, visitor, 0) == 0) { pthread_join(child, 0); } return unused; }",
    ),
    row(&["helper"], Plain, "static void *helper(void *unused) { x = x + 1; return unused; }"),
    // What a thread that is started on some ways only does: the one or the other.
    row(
        &["forward"],
        Safe,
        "static void *forward(void *unused) { pthread_mutex_lock(&m); pthread_mutex_lock(&lock); \
         a = 1; pthread_mutex_unlock(&lock); pthread_mutex_unlock(&m); return unused; }",
    ),
    row(
        &["backward"],
        Safe,
        "static void *backward(void *unused) { pthread_mutex_lock(&lock); pthread_mutex_lock(&m); \
         b = 1; pthread_mutex_unlock(&m); pthread_mutex_unlock(&lock); return unused; }",
    ),
    row(
        &["waiter"],
        Safe,
        "static void *waiter(void *unused) { sem_wait(&signals); a = 2; return unused; }",
    ),
    row(
        &["__VERIFIER_atomic_step"],
        Safe,
        "static void __VERIFIER_atomic_step(int *where) { int old = *where; *where = old + 1; }",
    ),
    row(&["make"], Safe, "static void make(void) { made = made + 1; }"),
    row(&["increase"], Safe, "static void increase(int *where, int by) { *where = *where + by; }"),
    row(&["read_from"], Safe, "static int read_from(const int *where) { return *where; }"),
    row(
        &["sum_to"],
        Safe,
        "static int sum_to(int last) { return last <= 0 ? 0 : last + sum_to(last - 1); }",
    ),
    row(
        &["climb"],
        Safe,
        "static void climb(int *where, int steps) { if (steps > 0) { *where = *where + 1; climb(where, steps - 1); } }",
    ),
    row(
        &["swap"],
        Safe,
        "static struct pair swap(struct pair old) { return (struct pair){ old.second, old.first }; }",
    ),
    row(&["negate"], Safe, "static int negate(int value) { return !value; }"),
    row(&["following"], Safe, "static int following(int value) { return (value + 1) & 3; }"),
    row(&["table"], Safe, "static int (*const table[2])(int) = { negate, following };"),
    row(&["action"], Plain, "static int (*action)(int) = negate;"),
    row(
        &["ticket"],
        Plain,
        "static int ticket(void) { static int count = 0; count = count + 1; return count; }",
    ),
];
