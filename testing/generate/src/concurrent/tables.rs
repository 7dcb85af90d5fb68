//! What threads do: the tables that programs are drawn from. To add a kind of
//! statement, add a row; nothing else has to know of it.
//!
//! A row is C text with holes. These are filled afresh wherever they occur:
//! `$value` and `$condition` (without side effects), `$constant` (0 to 3), `$number`
//! (1 to 3, how often), `$block` (statements) and `$simple` (statements that do not
//! wait), `$order`, `$loadorder` and `$storeorder` (of memory). These are filled once in
//! a row, or in all roles of an idiom: `$p`, `$q` (two shared places), `$i`, `$j` (two
//! shared variables of type int), `$a`, `$b` (two atomic variables), `$n` (an int
//! for the compiler's atomic functions), `$r`, `$s` (the thread's own variables),
//! `$l` (a counter of loops), `$enter`, `$leave`, `$try` (of one lock) and `$enter2`, `$leave2`
//! (of another).
//!
//! Every row is well-defined C wherever it stands, but for races, and for those that
//! are for programs with faults.

/// Which programs a row is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Always,
    /// Has statements in it.
    Nesting,
    /// Takes care of its accesses itself, and may wait: no lock belongs around it.
    Synchronised,
    /// Races by itself, so that a lock around it is wrong or useless.
    Racing,
    Input,
    Fault,
    /// Reads what was never written.
    Indeterminate,
    /// Goes round until another thread does something.
    Spinning,
    /// Learns what others did without being ordered after it, perhaps: weak memory orders,
    /// locks that could not be had.
    Unordered,
}
use Use::{Always, Fault, Indeterminate, Input, Nesting, Synchronised, Unordered};

/// How often it is drawn compared with others, for which programs, its text.
pub(crate) type Row = (usize, Use, &'static str);

/// Shared variables, with the places in them. The first place is plain enough to be
/// the operand of anything.
pub(crate) static VARIABLES: &[(usize, &[&str])] = &[
    (8, &["x"]),
    (8, &["y"]),
    (3, &["z"]),
    (1, &["tiny"]),
    (1, &["byte"]),
    (1, &["word"]),
    (1, &["half"]),
    (2, &["natural"]),
    (2, &["wide"]),
    (1, &["vast"]),
    (1, &["truth"]),
    (1, &["restless"]),
    (2, &["bits.low", "bits.high", "bits.sign"]),
    (1, &["parted.odd", "parted.even"]),
    (2, &["cells[1]", "cells[0]", "cells[($value) & 1]", "cells[fixed[($value) & 1]]"]),
    (1, &["bytes[0]", "bytes[1]", "bytes[($value) & 3]"]),
    (1, &["grid[0][1]", "grid[1][0]", "grid[($value) & 1][($value) & 1]"]),
    (2, &["left.first", "left.second"]),
    (1, &["right.second", "right.first"]),
    (1, &["record.number", "record.tag", "record.inner.deep"]),
    (1, &["united.whole", "united.part[0]", "united.part[1]"]),
    (2, &["(*pointer)", "x"]),
    (1, &["(*cursor)", "cells[2]"]),
    (2, &["(*heap)"]),
    (1, &["chain->value", "chain->next->value"]),
    (2, &["(*given)"]),
];

/// Variables of type int whose address can be taken.
pub(crate) static INTEGERS: &[&str] =
    &["x", "y", "z", "cells[1]", "left.first", "(*heap)", "(*given)"];

pub(crate) static ATOMICS: &[&str] = &["a", "b", "c"];

pub(crate) static COUNTERS: &[&str] = &["n", "k"];

pub(crate) static ORDERS: &[&str] = &["relaxed", "acquire", "release", "acq_rel", "seq_cst"];
pub(crate) static LOAD_ORDERS: &[&str] = &["relaxed", "consume", "acquire", "seq_cst"];
pub(crate) static STORE_ORDERS: &[&str] = &["relaxed", "release", "seq_cst"];

pub(crate) struct Guard {
    pub(crate) weight: usize,
    pub(crate) enter: &'static str,
    pub(crate) leave: &'static str,
    /// A condition that is true if the thread has entered; empty if there is none.
    pub(crate) attempt: &'static str,
    pub(crate) sort: GuardSort,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GuardSort {
    Lock,
    /// Can be entered again by the thread that is inside.
    Recursive,
    /// Nothing inside may wait.
    Section,
}

const fn guard(
    weight: usize,
    enter: &'static str,
    leave: &'static str,
    attempt: &'static str,
    sort: GuardSort,
) -> Guard {
    Guard { weight, enter, leave, attempt, sort }
}

pub(crate) static GUARDS: &[Guard] = &[
    guard(
        8,
        "pthread_mutex_lock(&m);",
        "pthread_mutex_unlock(&m);",
        "pthread_mutex_trylock(&m) == 0",
        GuardSort::Lock,
    ),
    guard(
        4,
        "pthread_mutex_lock(&lock);",
        "pthread_mutex_unlock(&lock);",
        "pthread_mutex_trylock(&lock) == 0",
        GuardSort::Lock,
    ),
    guard(
        2,
        "pthread_mutex_lock(&again);",
        "pthread_mutex_unlock(&again);",
        "pthread_mutex_trylock(&again) == 0",
        GuardSort::Recursive,
    ),
    guard(
        2,
        "pthread_mutex_lock(&strict);",
        "pthread_mutex_unlock(&strict);",
        "pthread_mutex_trylock(&strict) == 0",
        GuardSort::Lock,
    ),
    guard(
        1,
        "mtx_lock(&exclusion);",
        "mtx_unlock(&exclusion);",
        "mtx_trylock(&exclusion) == thrd_success",
        GuardSort::Lock,
    ),
    guard(
        2,
        "pthread_rwlock_wrlock(&book);",
        "pthread_rwlock_unlock(&book);",
        "pthread_rwlock_trywrlock(&book) == 0",
        GuardSort::Lock,
    ),
    guard(
        2,
        "pthread_spin_lock(&spin);",
        "pthread_spin_unlock(&spin);",
        "pthread_spin_trylock(&spin) == 0",
        GuardSort::Lock,
    ),
    guard(
        2,
        "sem_wait(&free_one);",
        "sem_post(&free_one);",
        "sem_trywait(&free_one) == 0",
        GuardSort::Lock,
    ),
    guard(3, "__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();", "", GuardSort::Section),
];

const fn homemade(
    weight: usize,
    enter: &'static str,
    leave: &'static str,
    attempt: &'static str,
) -> Guard {
    guard(weight, enter, leave, attempt, GuardSort::Lock)
}

/// Locks of the programs' own making, and such as are a part of something: for programs with
/// crowds. The last ones do not keep apart, or do not order.
pub(crate) static HOMEMADE: &[Guard] = &[
    homemade(4, "bolt_enter();", "bolt_leave();", "atomic_exchange(&bolt, 1) == 0"),
    homemade(3, "swap_enter();", "__sync_lock_release(&swapped);", ""),
    homemade(3, "gate_enter();", "gate_leave();", ""),
    homemade(2, "turn_enter();", "atomic_fetch_sub(&turn, 2);", ""),
    homemade(1, "while (atomic_flag_test_and_set(&latch)) { }", "atomic_flag_clear(&latch);", ""),
    homemade(
        3,
        "pthread_mutex_lock(&boxed.lock);",
        "pthread_mutex_unlock(&boxed.lock);",
        "pthread_mutex_trylock(&boxed.lock) == 0",
    ),
    homemade(2, "pthread_mutex_lock(&locks[1]);", "pthread_mutex_unlock(&locks[1]);", ""),
    homemade(2, "pthread_mutex_lock(&locks[r0 & 1]);", "pthread_mutex_unlock(&locks[r0 & 1]);", ""),
    homemade(2, "pthread_mutex_lock(which);", "pthread_mutex_unlock(which);", ""),
    homemade(1, "loose_enter();", "atomic_store_explicit(&loose, 0, memory_order_relaxed);", ""),
    homemade(1, "flawed_enter();", "flawed = 0;", ""),
    homemade(1, "shared_enter();", "gate_leave();", ""),
];

/// All guards that there are.
pub(crate) fn all_guards() -> impl Iterator<Item = &'static Guard> {
    GUARDS.iter().chain(HOMEMADE)
}

/// Statements with many threads, what is handed to them, and many rounds: for programs with
/// crowds.
pub(crate) static CROWDS: &[Row] = &[
    (
        6,
        Synchronised,
        "{ pthread_t crowd[3]; for (int i = 0; i < $number; i++) { pthread_create(&crowd[i], 0, visitor, 0); } $simple for (int i = 0; i < $number; i++) { pthread_join(crowd[i], 0); } $simple }",
    ),
    (
        6,
        Synchronised,
        "{ pthread_t crowd[3]; int size = __VERIFIER_nondet_uchar() & 3; for (int i = 0; i < size; i++) { pthread_create(&crowd[i], 0, visitor, 0); } $simple for (int i = 0; i < size; i++) { pthread_join(crowd[i], 0); } $r = $p; }",
    ),
    (
        4,
        Synchronised,
        "for (int i = 0; i < 3 && __VERIFIER_nondet_bool(); i++) { pthread_t child; pthread_create(&child, 0, visitor, 0); pthread_detach(child); }",
    ),
    (
        3,
        Synchronised,
        "for (int i = 0; i < 2; i++) { pthread_t child; if (pthread_create(&child, 0, helper, 0) == 0) { pthread_join(child, 0); } $r = x; }",
    ),
    (
        3,
        Synchronised,
        "{ pthread_t crowd[2]; for (int i = 0; i < 2; i++) { pthread_create(&crowd[i], 0, borrower, &cells[i]); } for (int i = 0; i < 2; i++) { pthread_join(crowd[i], 0); } $r = cells[0] + cells[1]; assert($r >= $constant); }",
    ),
    (
        5,
        Synchronised,
        "{ struct box *fresh = malloc(sizeof *fresh); pthread_t child; if (fresh) { pthread_mutex_init(&fresh->lock, 0); fresh->content = $constant; if (pthread_create(&child, 0, boxer, fresh) == 0) { pthread_mutex_lock(&fresh->lock); fresh->content = fresh->content + 1; $r = fresh->content; pthread_mutex_unlock(&fresh->lock); pthread_join(child, 0); } $s = fresh->content; free(fresh); } }",
    ),
    (
        3,
        Synchronised,
        "{ struct box *fresh = calloc(1, sizeof *fresh); pthread_t child; if (fresh) { if (pthread_create(&child, 0, owner, fresh) == 0) { pthread_detach(child); } else { free(fresh); } } }",
    ),
    (
        2,
        Synchronised,
        "{ struct box *fresh = malloc(sizeof *fresh); pthread_t child; if (fresh) { pthread_mutex_init(&fresh->lock, 0); fresh->content = 0; pthread_create(&child, 0, boxer, fresh); $r = fresh->content; pthread_join(child, 0); free(fresh); } }",
    ),
    (
        3,
        Synchronised,
        "pthread_mutex_lock(&boxed.lock); boxed.content = boxed.content + 1; assert(boxed.content <= $number); pthread_mutex_unlock(&boxed.lock);",
    ),
    (
        2,
        Synchronised,
        "pthread_mutex_lock(&boxed.lock); while (boxed.content == 0) { pthread_cond_wait(&news, &boxed.lock); } boxed.content = boxed.content - 1; pthread_mutex_unlock(&boxed.lock);",
    ),
    (
        2,
        Synchronised,
        "pthread_mutex_lock(&boxed.lock); boxed.content = 1; pthread_cond_broadcast(&news); pthread_mutex_unlock(&boxed.lock);",
    ),
    (2, Always, "which = &locks[$constant & 1];"),
    (2, Synchronised, "pthread_rwlock_wrlock(&book); $p = $p + 1; pthread_rwlock_unlock(&book);"),
    (
        2,
        Synchronised,
        "pthread_rwlock_rdlock(&book); $r = $p; $s = $p; assert($r == $s); pthread_rwlock_unlock(&book);",
    ),
    (2, Synchronised, "bolt_enter(); $p = $p + 1; assert($p > 0); bolt_leave();"),
    (2, Synchronised, "gate_enter(); $p = $constant; $r = $p; assert($r == $p); gate_leave();"),
    (1, Synchronised, "bolt_leave();"),
    (1, Synchronised, "bolt = 2;"),
    // Rounds that depend on inputs or are many, and what is made in them.
    (
        3,
        Nesting,
        "{ int size = __VERIFIER_nondet_uchar() & 3; for (int i = 0; i < size; i++) { $block } }",
    ),
    (
        2,
        Always,
        "{ int sum = 0; for (int i = 0; i < 25; i++) { sum = sum + 2; } $r = sum; assert(sum == 50); }",
    ),
    (
        2,
        Always,
        "{ int size = __VERIFIER_nondet_uchar() & 3; for (int i = 0; i < size; i++) { $p = i; } assert($p <= $number); }",
    ),
    (
        2,
        Always,
        "{ int ring[4] = { 0, 1 }; int size = __VERIFIER_nondet_uchar() & 7; for (int i = 0; i < size; i++) { ring[i & 3] = i; } $r = ring[$value & 3]; assert($r < 7); }",
    ),
    (
        3,
        Always,
        "{ struct node *list = 0; int size = __VERIFIER_nondet_uchar() & 3; for (int i = 0; i < size; i++) { struct node *fresh = malloc(sizeof *fresh); if (fresh) { fresh->value = i; fresh->next = list; list = fresh; } } while (list) { struct node *next = list->next; $r = list->value; free(list); list = next; } assert($r < 3); }",
    ),
    (
        2,
        Synchronised,
        "for (int i = 0; i < $number; i++) { struct node *fresh = malloc(sizeof *fresh); if (fresh) { fresh->value = i; pthread_mutex_lock(&m); fresh->next = top; top = fresh; pthread_mutex_unlock(&m); } }",
    ),
    (
        2,
        Synchronised,
        "{ pthread_mutex_lock(&m); struct node *seen = top; while (seen) { $r = seen->value; seen = seen->next; } pthread_mutex_unlock(&m); assert($r < 3); }",
    ),
    (
        2,
        Synchronised,
        "for (int i = 0; i < 2; i++) { struct box *fresh = calloc(1, sizeof *fresh); pthread_t child; if (fresh && pthread_create(&child, 0, owner, fresh) == 0) { pthread_detach(child); } }",
    ),
    (
        2,
        Synchronised,
        "{ struct box *both = calloc(2, sizeof *both); pthread_t crowd[2]; if (both) { for (int i = 0; i < 2; i++) { pthread_create(&crowd[i], 0, boxer, both + i); } for (int i = 0; i < 2; i++) { pthread_join(crowd[i], 0); } $r = both[0].content + both[1].content; assert($r == 2); free(both); } }",
    ),
    (
        2,
        Synchronised,
        "{ pthread_t child; if (pthread_create(&child, 0, relay, 0) == 0) { $simple pthread_join(child, 0); } $r = x; }",
    ),
    (
        2,
        Synchronised,
        "{ pthread_t child; int joined = 0; if (pthread_create(&child, 0, visitor, 0) == 0) { if ($condition) { pthread_join(child, 0); joined = 1; } $r = x; if (!joined) { pthread_join(child, 0); } } $s = x; }",
    ),
    (1, Synchronised, "bolt_enter(); $r = bolt; assert($r != 0); $simple bolt_leave();"),
    (
        1,
        Synchronised,
        "turn_enter(); $p = $p + 1; atomic_store_explicit(&turn, 0, memory_order_$storeorder);",
    ),
];

/// Values; `$read` is a shared place or one of the thread's own variables.
pub(crate) static VALUES: &[Row] = &[
    (10, Always, "$read"),
    (6, Always, "$constant"),
    (3, Always, "($read + $constant)"),
    (1, Always, "($read - $value)"),
    (1, Always, "(($value + $value) & 3)"),
    (1, Always, "(($value * $value) & 7)"),
    (1, Always, "($value ^ $value)"),
    (1, Always, "(($value | $value) & 7)"),
    (1, Always, "($value == $value)"),
    (1, Always, "($value < $value)"),
    (1, Always, "(!$value)"),
    (1, Always, "($condition ? $value : $value)"),
    (1, Always, "(int)((unsigned)$value % 3u)"),
    (1, Always, "(($value & 3) << 1)"),
    (1, Always, "fixed[$value & 1]"),
    (1, Always, "(short)$value"),
    (1, Always, "sum_to($number)"),
];

pub(crate) static CONDITIONS: &[Row] = &[
    (4, Always, "($read == $constant)"),
    (3, Always, "($read != $constant)"),
    (3, Always, "($read < $constant)"),
    (2, Always, "$read"),
    (2, Always, "(!$read)"),
    (1, Always, "($read == $constant && $read == $constant)"),
    (1, Always, "($read == $constant || $read != $constant)"),
    (1, Always, "($value <= $value)"),
];

/// Statements of one thread.
pub(crate) static STATEMENTS: &[Row] = &[
    // Shared memory.
    (10, Always, "$p = $value;"),
    (5, Always, "$p = $p + 1;"),
    (3, Always, "$p++;"),
    (1, Always, "$p += $constant;"),
    (1, Always, "--$p;"),
    (5, Always, "$r = $p;"),
    (2, Always, "$r = $p; $p = $r + 1;"),
    (2, Always, "$r = $p; $s = $q;"),
    (2, Always, "$p = $constant; $q = $constant;"),
    (1, Always, "$r = $value;"),
    (1, Always, "pointer = &$i;"),
    (1, Always, "if (pointer == &x) { $r = *pointer; }"),
    (1, Always, "cursor = cells + ($value & 1);"),
    (1, Always, "left = right;"),
    (1, Always, "right = swap(left);"),
    (1, Always, "right = ((struct pair){ $constant, $value });"),
    (1, Always, "chain->next->value = chain->value;"),
    (1, Always, "memcpy(&left, &right, sizeof left);"),
    (1, Always, "bytes[1] = (unsigned char)$value; memset(bytes, 1, 1);"),
    (1, Always, "ratio = ratio + 0.5; $r = ratio > 1.0;"),
    (1, Always, "mine = mine + 1; $r = mine;"),
    (
        1,
        Always,
        "{ struct node *fresh = malloc(sizeof *fresh); if (fresh) { fresh->value = $value; $r = fresh->value; free(fresh); } }",
    ),
    (
        1,
        Always,
        "{ pthread_t child; if (pthread_create(&child, 0, helper, 0) == 0) { $q = $value; pthread_join(child, 0); } }",
    ),
    // Threads that are started on some ways only, or are one of two.
    (
        2,
        Synchronised,
        "{ pthread_t child; if (pthread_create(&child, 0, $condition ? forward : backward, 0) == 0) { $block pthread_join(child, 0); } }",
    ),
    (
        2,
        Synchronised,
        "{ pthread_t child; int started; if ($condition) { started = pthread_create(&child, 0, forward, 0) == 0; } else { started = pthread_create(&child, 0, backward, 0) == 0; } $block if (started) { pthread_join(child, 0); } }",
    ),
    (
        2,
        Synchronised,
        "{ pthread_t child; int started = 0; if ($condition) { started = pthread_create(&child, 0, helper, 0) == 0; } $p = $value; if (started) { pthread_join(child, 0); } }",
    ),
    (
        1,
        Synchronised,
        "{ pthread_t child; void *end = 0; if (pthread_create(&child, 0, waiter, 0) == 0) { $simple pthread_cancel(child); pthread_join(child, &end); } $r = end == PTHREAD_CANCELED; }",
    ),
    // Calls.
    (1, Always, "$r = pthread_equal(pthread_self(), pthread_self()); sched_yield();"),
    (1, Always, "increase(&$i, $constant);"),
    (1, Always, "$r = read_from(&$i);"),
    (1, Always, "climb(&$i, $number);"),
    (1, Always, "$r = table[$value & 1]($constant);"),
    (1, Always, "$r = action($constant); action = following;"),
    (1, Always, "$r = ticket();"),
    (1, Always, "pthread_once(&once, make); $r = made;"),
    (1, Always, "pthread_setspecific(key, fixed); $r = pthread_getspecific(key) == fixed;"),
    // Ways through a thread.
    (4, Nesting, "if ($condition) { $block }"),
    (2, Nesting, "if ($condition) { $block } else { $block }"),
    (2, Nesting, "for ($l = 0; $l < $number; $l++) { $block }"),
    (1, Nesting, "$l = $number; while ($l > 0) { $l--; $block }"),
    (1, Nesting, "$l = 0; do { $block $l++; } while ($l < $number);"),
    (1, Nesting, "for ($l = 0; $l < $number; $l++) { if ($condition) { break; } $block }"),
    (1, Nesting, "switch ($value) { case 0: $block break; case 1: $block default: $block }"),
    // Locks.
    (6, Synchronised, "$enter $block $leave"),
    (2, Synchronised, "if ($try) { $block $leave }"),
    (2, Synchronised, "$enter $p = $p + 1; $leave"),
    (1, Synchronised, "$enter $r = $p; $leave"),
    (1, Synchronised, "$enter $p = $constant; $leave $enter $r = $p; $leave"),
    (1, Synchronised, "pthread_rwlock_rdlock(&book); $r = $p; pthread_rwlock_unlock(&book);"),
    (
        1,
        Synchronised,
        "pthread_mutex_lock(&again); pthread_mutex_lock(&again); $p = $p + 1; pthread_mutex_unlock(&again); pthread_mutex_unlock(&again);",
    ),
    (
        1,
        Synchronised,
        "$r = pthread_mutex_lock(&strict); $s = pthread_mutex_lock(&strict); pthread_mutex_unlock(&strict);",
    ),
    (
        1,
        Synchronised,
        "if (pthread_mutex_timedlock(&m, &soon) == 0) { $p = $p + 1; pthread_mutex_unlock(&m); }",
    ),
    (1, Synchronised, "if (sem_timedwait(&signals, &soon) == 0) { $block }"),
    (1, Synchronised, "sem_post(&signals); sem_getvalue(&signals, &$r);"),
    (1, Always, "__VERIFIER_atomic_step(&$i);"),
    // Atomic variables.
    (3, Always, "$a = $constant;"),
    (3, Always, "$a++;"),
    (3, Always, "$r = $a;"),
    (2, Always, "$r = $a; $a = $r + 1;"),
    (2, Always, "atomic_fetch_add(&$a, $constant);"),
    (1, Always, "$r = atomic_fetch_sub_explicit(&$a, 1, memory_order_$order);"),
    (1, Always, "$r = atomic_exchange(&$a, $constant);"),
    (
        1,
        Always,
        "{ int expected = $constant; $r = atomic_compare_exchange_strong(&b, &expected, $constant); }",
    ),
    (
        1,
        Always,
        "{ int expected = $constant; if (!atomic_compare_exchange_strong_explicit(&b, &expected, 2, memory_order_acq_rel, memory_order_relaxed)) { $r = expected; } }",
    ),
    (1, Always, "$r = atomic_load_explicit(&$a, memory_order_$loadorder);"),
    (1, Always, "atomic_store_explicit(&$a, $constant, memory_order_$storeorder);"),
    (1, Always, "atomic_fetch_or(&$a, 2); $r = atomic_fetch_xor(&$a, 1);"),
    (1, Always, "atomic_thread_fence(memory_order_$order);"),
    (1, Always, "$r = atomic_flag_test_and_set(&latch);"),
    (1, Always, "$r = __atomic_fetch_add(&$n, $constant, __ATOMIC_SEQ_CST);"),
    (1, Always, "$r = __atomic_load_n(&$n, __ATOMIC_ACQUIRE);"),
    (1, Always, "__atomic_store_n(&$n, $constant, __ATOMIC_RELEASE);"),
    (1, Always, "$r = __sync_fetch_and_add(&$n, 1);"),
    (1, Always, "$r = __sync_bool_compare_and_swap(&$n, $constant, $constant);"),
    (1, Always, "$r = __sync_val_compare_and_swap(&$n, $constant, 2);"),
    (1, Always, "$r = __atomic_exchange_n(&$n, $constant, __ATOMIC_ACQ_REL);"),
    (1, Always, "__sync_lock_test_and_set(&$n, 1); __sync_synchronize();"),
    (1, Nesting, "if ($a == $constant) { $block }"),
    // What others did, with an order or without.
    (2, Unordered, "if ($try) { $simple $leave } else { $simple }"),
    (1, Unordered, "if (sem_trywait(&signals) == 0) { $simple } else { $simple }"),
    (1, Unordered, "$p = $constant; sem_post(&signals);"),
    (
        2,
        Unordered,
        "if (atomic_load_explicit(&$a, memory_order_$loadorder) == $constant) { $simple }",
    ),
    (
        2,
        Unordered,
        "$p = $constant; atomic_store_explicit(&$a, $constant, memory_order_$storeorder);",
    ),
    (1, Unordered, "atomic_thread_fence(memory_order_$order);"),
    (1, Unordered, "$r = atomic_fetch_add_explicit(&$a, 1, memory_order_$order);"),
    (
        1,
        Unordered,
        "if (atomic_exchange_explicit(&$a, 2, memory_order_$order) == $constant) { $simple }",
    ),
    (
        1,
        Unordered,
        "{ int expected = $constant; if (atomic_compare_exchange_strong_explicit(&b, &expected, 2, memory_order_$order, memory_order_$loadorder)) { $p = 1; } else { $r = $p; } }",
    ),
    // Inputs.
    (1, Input, "$r = __VERIFIER_nondet_int(); __VERIFIER_assume($r >= 0 && $r <= $number);"),
    (1, Input, "$r = __VERIFIER_nondet_int() > 0;"),
    (2, Input, "$r = __VERIFIER_nondet_uchar(); __VERIFIER_assume($r <= $number);"),
    (3, Input, "$r = __VERIFIER_nondet_bool();"),
    (2, Input, "$r = __VERIFIER_nondet_uchar() & 3;"),
    (1, Input, "if (__VERIFIER_nondet_short() < 0) { $r = $constant; }"),
    (3, Input, "if (__VERIFIER_nondet_bool()) { $p = $constant; }"),
    (1, Input, "__VERIFIER_assume($condition);"),
    (
        2,
        Input,
        "{ pthread_t child; if (pthread_create(&child, 0, __VERIFIER_nondet_bool() ? forward : backward, 0) == 0) { pthread_mutex_lock(&m); pthread_mutex_lock(&lock); $a = $constant; pthread_mutex_unlock(&lock); pthread_mutex_unlock(&m); pthread_join(child, 0); } }",
    ),
    (
        1,
        Input,
        "if (__VERIFIER_nondet_bool()) { pthread_t child; if (pthread_create(&child, 0, helper, 0) == 0) { pthread_detach(child); } }",
    ),
    // Asserts.
    (2, Always, "assert($r <= $constant);"),
    (1, Always, "assert($r != $constant || $s == $constant);"),
    (1, Always, "assert($condition);"),
    (2, Always, "assert($r == $r && $p < 8);"),
    (1, Always, "if ($condition) { reach_error(); }"),
    // Faults.
    (4, Fault, "$r = 6 / $p;"),
    (2, Fault, "$r = 6 % (2 - $p);"),
    (4, Fault, "$r = 2147483647 + (int)$p;"),
    (2, Fault, "$r = -2147483647 - (int)$p;"),
    (2, Fault, "$r = (1 - (int)$p) * 2147483647 - 2;"),
    (2, Fault, "$r = (-2147483647 - 1) / ((int)$p - 1);"),
    (4, Fault, "$r = 1 << ((int)$p * 32);"),
    (2, Fault, "$r = ((int)$p - 1) << 1;"),
    (4, Fault, "cells[(int)$p + 1] = $constant;"),
    (1, Fault, "$r = fixed[$r + $s];"),
    (1, Fault, "if (maybe) { $r = *maybe; } maybe = &$i;"),
    (1, Fault, "$r = *maybe;"),
    (1, Fault, "{ int gone = $constant; if ($p) { escaped = &gone; } $r = gone; }"),
    (1, Fault, "$r = *escaped;"),
    (2, Fault, "if (block) { free(block); block = 0; }"),
    (2, Fault, "if (block) { block[1] = $value; }"),
    (1, Fault, "free(block + (int)$p - 1);"),
    (1, Fault, "$leave"),
    (1, Fault, "$r = 6 / (__VERIFIER_nondet_uchar() & 3);"),
    (
        2,
        Fault,
        "{ int own; pthread_t child; if (pthread_create(&child, 0, borrower, &own) == 0) { pthread_detach(child); } }",
    ),
    // Sections that may wait, or end something: there is no such thing on machines.
    (
        2,
        Fault,
        "__VERIFIER_atomic_begin(); if ($condition) { sem_wait(&signals); } $p = $constant; __VERIFIER_atomic_end();",
    ),
    (
        2,
        Fault,
        "__VERIFIER_atomic_begin(); $p = $p + 1; pthread_mutex_lock(&m); $q = $q + 1; pthread_mutex_unlock(&m); __VERIFIER_atomic_end();",
    ),
    (
        2,
        Fault,
        "__VERIFIER_atomic_begin(); if (__VERIFIER_nondet_bool()) { sem_wait(&signals); } else { $p = $constant; } __VERIFIER_atomic_end();",
    ),
    (
        1,
        Fault,
        "__VERIFIER_atomic_begin(); if ((__VERIFIER_nondet_int() ^ 23130) != 4660) { sem_wait(&signals); } __VERIFIER_atomic_end();",
    ),
    (
        1,
        Fault,
        "__VERIFIER_atomic_begin(); $r = 2147483647 + (int)$p; if ($r < 0) { sem_wait(&signals); } __VERIFIER_atomic_end();",
    ),
    (
        2,
        Fault,
        "__VERIFIER_atomic_begin(); if (block) { block[0] = $constant; free(block); block = 0; } __VERIFIER_atomic_end();",
    ),
    (
        1,
        Fault,
        "__VERIFIER_atomic_begin(); $p = $constant; __VERIFIER_assume($condition); $q = $constant; __VERIFIER_atomic_end();",
    ),
    // Never written.
    (
        2,
        Indeterminate,
        "{ unsigned char *fresh = malloc(2); if (fresh) { fresh[0] = 1; $r = fresh[$p != 0] & 1; free(fresh); } }",
    ),
    (1, Indeterminate, "{ int fresh; if ($p) { fresh = 1; } $r = fresh & 1; }"),
    (
        1,
        Indeterminate,
        "{ int *fresh = malloc(sizeof *fresh); if (fresh) { $r = *fresh & 1; free(fresh); } }",
    ),
];

/// What main asserts when the threads have ended.
pub(crate) static FINAL: &[Row] = &[
    (4, Always, "assert($p <= $constant);"),
    (4, Always, "assert($p != $constant);"),
    (3, Always, "assert($p >= 0);"),
    (3, Always, "assert($p == $constant || $q == $constant);"),
    (2, Always, "assert($p != $q);"),
    (2, Always, "assert($p < 6);"),
    (2, Always, "assert($a != $constant);"),
    (2, Always, "assert($a + $b != $constant);"),
    (2, Always, "assert(result1 != $constant);"),
    (2, Always, "assert(!(result1 == 0 && result2 == 0));"),
    (1, Always, "assert(!(result1 == result2 && result1 != 0));"),
    (1, Always, "if ($p == $constant) { assert($q != $constant); }"),
    (1, Always, "assert($condition);"),
    (1, Always, "assert($n <= $constant);"),
];
