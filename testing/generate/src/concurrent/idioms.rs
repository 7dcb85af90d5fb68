//! What several threads do together: one role each, with the holes of `tables.rs`. The
//! same variables and locks are meant in all roles of an idiom. To add one, add a row.

use super::tables::Use::{self, Always, Fault, Input, Racing, Spinning, Synchronised, Unordered};

pub(crate) static IDIOMS: &[(usize, Use, &[&str])] = &[
    (4, Always, &["$r = $p; $p = $r + 1;", "$r = $p; $p = $r + 1;"]),
    (3, Synchronised, &["$enter $p = $p + 1; $leave", "$enter $p = $p + 1; $leave"]),
    (2, Racing, &["$enter $p = $p + 1; $leave", "$p = $p + 1;"]),
    (2, Racing, &["$enter $p = $p + 1; $leave", "$enter2 $p = $p + 1; $leave2"]),
    (
        3,
        Synchronised,
        &["$enter $r = $p; $leave $enter $p = $r + 1; $leave", "$enter $p = $p + 1; $leave"],
    ),
    (
        2,
        Synchronised,
        &["$enter $p = 1; $q = 1; $leave", "$enter $r = $p; $s = $q; $leave assert($r == $s);"],
    ),
    (
        2,
        Synchronised,
        &[
            "$enter $p = 1; $leave $enter $q = 1; $leave",
            "$enter $r = $p; $s = $q; $leave assert($r == $s);",
        ],
    ),
    // Check, then act.
    (
        3,
        Synchronised,
        &[
            "$enter $r = $p; $leave if ($r == 0) { $enter $p = $p + 1; $leave }",
            "$enter $r = $p; $leave if ($r == 0) { $enter $p = $p + 1; $leave }",
        ],
    ),
    (
        2,
        Always,
        &["if ($p == 0) { $p = 1; $q = $q + 1; }", "if ($p == 0) { $p = 1; $q = $q + 1; }"],
    ),
    (2, Always, &["if ($a == 0) { $a = 1; $b++; }", "if ($a == 0) { $a = 1; $b++; }"]),
    (
        2,
        Always,
        &[
            "if (atomic_exchange(&$a, 1) == 0) { $b++; assert($b == 1); }",
            "if (atomic_exchange(&$a, 1) == 0) { $b++; }",
        ],
    ),
    (
        1,
        Always,
        &[
            "{ int old = b; int new = old + 1; if (atomic_compare_exchange_strong(&b, &old, new)) { $r = new; } }",
            "{ int old = b; b = old + 2; }",
        ],
    ),
    // Store, load, and who sees what.
    (2, Always, &["$a = 1; $r = $b;", "$b = 1; $r = $a;"]),
    (1, Racing, &["$p = 1; $r = $q;", "$q = 1; $r = $p;"]),
    (2, Always, &["$a = 1; $b = 1;", "$r = $b; $s = $a; assert($r <= $s);"]),
    (1, Always, &["$b = 1; $a = 1;", "$r = $b; $s = $a; assert($r <= $s);"]),
    (1, Always, &["$r = $a; $b = 1;", "$r = $b; $a = 1;"]),
    (
        1,
        Always,
        &[
            "atomic_store_explicit(&$a, 1, memory_order_$storeorder); $r = atomic_load_explicit(&$b, memory_order_$loadorder);",
            "atomic_store_explicit(&$b, 1, memory_order_$storeorder); $r = atomic_load_explicit(&$a, memory_order_$loadorder);",
        ],
    ),
    (1, Always, &["$a = 1;", "$b = 1;", "$r = $a; $s = $b;"]),
    (2, Synchronised, &["$p = 2; ready = 1;", "if (ready) { $r = $p; assert($r == 2); }"]),
    (1, Racing, &["ready = 1; $p = 2;", "if (ready) { $r = $p; assert($r == 2); }"]),
    (
        1,
        Always,
        &[
            "__atomic_store_n(&n, 1, __ATOMIC_RELEASE);",
            "$r = __atomic_load_n(&n, __ATOMIC_ACQUIRE); if ($r) { $block }",
        ],
    ),
    (1, Always, &["$n = $n + 1;", "__sync_fetch_and_add(&$n, 1);"]),
    (
        1,
        Always,
        &["__sync_fetch_and_add(&$n, 1);", "$r = __sync_add_and_fetch(&$n, 1); assert($r == 1);"],
    ),
    // Publication.
    (
        2,
        Synchronised,
        &[
            "{ struct pair *fresh = malloc(sizeof *fresh); if (fresh) { fresh->first = 1; fresh->second = $constant; handle = fresh; } }",
            "{ struct pair *seen = handle; if (seen) { $r = seen->first; assert($r == 1); free(seen); } }",
        ],
    ),
    (
        1,
        Racing,
        &[
            "right.first = 2; published = &right;",
            "{ struct pair *seen = published; if (seen) { $r = seen->first; } }",
        ],
    ),
    (
        1,
        Synchronised,
        &[
            "right.first = 2; $enter published = &right; $leave",
            "{ $enter struct pair *seen = published; $leave if (seen) { $r = seen->first; assert($r == 2); } }",
        ],
    ),
    (
        1,
        Synchronised,
        &[
            "{ struct node *fresh = malloc(sizeof *fresh); if (fresh) { fresh->value = 1; $enter fresh->next = top; top = fresh; $leave } }",
            "{ $enter struct node *taken = top; if (taken) { top = taken->next; } $leave if (taken) { $r = taken->value; free(taken); } }",
        ],
    ),
    (1, Synchronised, &["$enter pointer = &$i; $leave", "$enter *pointer = $constant; $leave"]),
    (1, Racing, &["pointer = &$i;", "*pointer = $constant;"]),
    // Waiting for each other.
    (
        3,
        Synchronised,
        &[
            "$enter $enter2 $p = $p + 1; $leave2 $leave",
            "$enter2 $enter $p = $p + 1; $leave $leave2",
        ],
    ),
    (
        1,
        Synchronised,
        &[
            "$enter $enter2 $p = $p + 1; $leave2 $leave",
            "$enter $enter2 $q = $q + 1; $leave2 $leave",
        ],
    ),
    (
        3,
        Synchronised,
        &[
            "pthread_mutex_lock(&m); while ($p == 0) { pthread_cond_wait(&news, &m); } $r = $q; pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m); $q = $constant; $p = 1; pthread_cond_signal(&news); pthread_mutex_unlock(&m);",
        ],
    ),
    (
        1,
        Synchronised,
        &[
            "pthread_mutex_lock(&m); while (x == 0) { pthread_cond_wait(&news, &m); } x = x - 1; pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); pthread_cond_broadcast(&news);",
        ],
    ),
    (
        1,
        Synchronised,
        &[
            "pthread_mutex_lock(&m); while (x == 0) { pthread_cond_wait(&news, &m); } pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m); while (x == 0) { pthread_cond_wait(&news, &m); } pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&news); pthread_mutex_unlock(&m);",
        ],
    ),
    (
        1,
        Synchronised,
        &[
            "pthread_mutex_lock(&m); if (!ready) { pthread_cond_wait(&news, &m); } pthread_mutex_unlock(&m);",
            "ready = 1; pthread_cond_signal(&news);",
        ],
    ),
    (
        1,
        Synchronised,
        &[
            "mtx_lock(&exclusion); while (y == 0) { cnd_wait(&change, &exclusion); } $r = y; mtx_unlock(&exclusion);",
            "mtx_lock(&exclusion); y = 2; cnd_signal(&change); mtx_unlock(&exclusion);",
        ],
    ),
    (3, Synchronised, &["sem_wait(&signals); $r = $p;", "$p = $constant; sem_post(&signals);"]),
    (
        1,
        Synchronised,
        &["$p = 1; sem_post(&signals); $q = 1;", "sem_wait(&signals); $r = $p; assert($r == 1);"],
    ),
    (1, Racing, &["sem_post(&signals); $p = 1;", "sem_wait(&signals); $r = $p;"]),
    (
        3,
        Synchronised,
        &[
            "$p = 1; pthread_barrier_wait(&meeting); $r = $q;",
            "$q = 1; pthread_barrier_wait(&meeting); $r = $p;",
        ],
    ),
    (
        1,
        Synchronised,
        &[
            "$r = pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD; if ($r) { $simple }",
            "$r = pthread_barrier_wait(&meeting) == PTHREAD_BARRIER_SERIAL_THREAD;",
        ],
    ),
    (
        2,
        Synchronised,
        &[
            "pthread_rwlock_rdlock(&book); $r = $p; $s = $p; pthread_rwlock_unlock(&book); assert($r == $s);",
            "pthread_rwlock_wrlock(&book); $p = $p + 1; pthread_rwlock_unlock(&book);",
        ],
    ),
    (
        1,
        Racing,
        &[
            "pthread_rwlock_rdlock(&book); $p = $p + 1; pthread_rwlock_unlock(&book);",
            "pthread_rwlock_rdlock(&book); $p = $p + 1; pthread_rwlock_unlock(&book);",
        ],
    ),
    (
        1,
        Synchronised,
        &["if ($try) { $p = $p + 1; $leave } else { $a++; }", "$enter $p = $p + 1; $leave"],
    ),
    (1, Always, &["pthread_once(&once, make);", "pthread_once(&once, make); assert(made == 1);"]),
    (
        1,
        Synchronised,
        &[
            "pthread_mutex_lock(&m); if (x == 0) { $r = pthread_cond_timedwait(&news, &m, &soon) != 0; } $s = x; pthread_mutex_unlock(&m); assert($r || $s);",
            "pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&news); pthread_mutex_unlock(&m);",
        ],
    ),
    // Neighbours, copies, words and their parts.
    (1, Always, &["bits.low = $constant;", "bits.high = $constant;"]),
    (1, Synchronised, &["parted.odd = 1;", "parted.even = 1;"]),
    (1, Synchronised, &["bytes[0] = 1;", "bytes[1] = 1;"]),
    (2, Always, &["left = right;", "left.first = 2; $r = left.second;"]),
    (
        1,
        Always,
        &[
            "united.whole = 513;",
            "$r = united.part[0]; $s = united.part[1]; assert(($r == 1) == ($s == 2));",
        ],
    ),
    (1, Always, &["wide = -1;", "$r = wide == 0 || wide == -1; assert($r);"]),
    (1, Racing, &["restless = 1; $r = restless;", "restless = 2; $r = restless;"]),
    // Only while something holds.
    (1, Input, &["$r = 1 + __VERIFIER_nondet_bool(); $a = $r;", "$r = $a; assert($r != 2);"]),
    (1, Input, &["__VERIFIER_assume($a == 1); $r = $b;", "$b = 1; $a = 1;"]),
    (
        1,
        Input,
        &[
            "if (__VERIFIER_nondet_bool()) { $a = 1; }",
            "if (__VERIFIER_nondet_bool()) { $b = $a; }",
        ],
    ),
    // Faults that need the right order.
    (2, Fault, &["maybe = &$i;", "$r = *maybe;"]),
    (
        2,
        Fault,
        &["if (block) { free(block); block = 0; }", "if (block) { free(block); block = 0; }"],
    ),
    (
        2,
        Fault,
        &[
            "$enter if (block) { free(block); block = 0; } $leave",
            "$enter $r = block != 0; $leave if ($r) { $enter block[0] = 1; $leave }",
        ],
    ),
    (1, Fault, &["$a = 2;", "$r = $a; $r = fixed[$r + 1];"]),
    (1, Fault, &["$a = 1;", "if ($a == 0) { $r = 6 / (1 - $a); }"]),
    (1, Fault, &["{ int gone = 1; escaped = &gone; $a = 1; }", "if ($a) { $r = *escaped; }"]),
    (1, Fault, &["$a++;", "$a++; $r = 2147483645 + $a;"]),
    (
        1,
        Fault,
        &[
            "{ struct pair *seen = handle; handle = 0; free(seen); }",
            "{ struct pair *seen = handle; if (seen) { seen->first = 1; } }",
            "handle = malloc(sizeof(struct pair));",
        ],
    ),
    (2, Fault, &["$p = 1;", "$r = 6 / (1 - (int)$p);"]),
    (2, Fault, &["$p = 1;", "$r = 1 << ((int)$p * 32);"]),
    (2, Fault, &["$p = 1;", "$r = 2147483647 + (int)$p;"]),
    (2, Fault, &["$p = 2;", "cells[(int)$p + 1] = 0;"]),
    // Waiting without a lock.
    (2, Spinning, &["$p = 1; ready = 1;", "while (!ready) { } $r = $p;"]),
    (1, Spinning, &["restless = 1;", "while (restless == 0) { } $r = 1;"]),
    (
        1,
        Spinning,
        &[
            "while (atomic_flag_test_and_set(&latch)) { } $p = $p + 1; atomic_flag_clear(&latch);",
            "while (atomic_flag_test_and_set(&latch)) { } $p = $p + 1; atomic_flag_clear(&latch);",
        ],
    ),
    // What others did, with an order or without.
    (
        1,
        Unordered,
        &[
            "$p = 1; __VERIFIER_atomic_begin(); n = 1; __VERIFIER_atomic_end();",
            "if (__atomic_load_n(&n, __ATOMIC_SEQ_CST)) { $r = $p; }",
        ],
    ),
    (
        4,
        Unordered,
        &[
            "$p = 1; atomic_store_explicit(&b, 1, memory_order_$storeorder);",
            "if (atomic_load_explicit(&b, memory_order_$loadorder) == 1) { $r = $p; }",
        ],
    ),
    (
        1,
        Unordered,
        &[
            "$p = 1; atomic_store_explicit(&b, 1, memory_order_$storeorder); atomic_store_explicit(&b, 2, memory_order_relaxed);",
            "if (atomic_load_explicit(&b, memory_order_acquire) == 2) { $r = $p; }",
        ],
    ),
    (
        2,
        Unordered,
        &[
            "$p = 1; atomic_store_explicit(&b, 1, memory_order_release);",
            "atomic_fetch_add_explicit(&b, 1, memory_order_$order);",
            "if (atomic_load_explicit(&b, memory_order_acquire) == 2) { $r = $p; }",
        ],
    ),
    (
        2,
        Unordered,
        &[
            "$p = 1; atomic_store_explicit(&b, 1, memory_order_release);",
            "if (atomic_load_explicit(&b, memory_order_$loadorder) == 1) { atomic_store_explicit(&b, 2, memory_order_$storeorder); }",
            "if (atomic_load_explicit(&b, memory_order_acquire) == 2) { $r = $p; }",
        ],
    ),
    (
        2,
        Unordered,
        &[
            "$p = 1; atomic_thread_fence(memory_order_$order); atomic_store_explicit(&b, 1, memory_order_relaxed);",
            "if (atomic_load_explicit(&b, memory_order_relaxed) == 1) { atomic_thread_fence(memory_order_$order); $r = $p; }",
        ],
    ),
    (
        1,
        Unordered,
        &[
            "$p = 1; atomic_thread_fence(memory_order_$order); atomic_store_explicit(&b, 1, memory_order_relaxed);",
            "if (atomic_load_explicit(&b, memory_order_$loadorder) == 1) { $r = $p; }",
        ],
    ),
    (
        1,
        Unordered,
        &[
            "$p = 1; atomic_store_explicit(&b, 1, memory_order_$storeorder);",
            "if (atomic_load_explicit(&b, memory_order_relaxed) == 1) { atomic_thread_fence(memory_order_$order); $r = $p; }",
        ],
    ),
    (
        2,
        Unordered,
        &[
            "$p = 1; atomic_exchange_explicit(&b, 1, memory_order_$order);",
            "if (atomic_exchange_explicit(&b, 2, memory_order_$order) == 1) { $r = $p; }",
        ],
    ),
    (
        2,
        Unordered,
        &[
            "$p = 1; atomic_store_explicit(&b, 1, memory_order_release);",
            "{ int expected = 0; if (!atomic_compare_exchange_strong_explicit(&b, &expected, 2, memory_order_$order, memory_order_$loadorder)) { $r = $p; } }",
        ],
    ),
    (
        1,
        Unordered,
        &[
            "$p = 1; atomic_store_explicit(&b, 1, memory_order_release);",
            "{ int expected = 1; if (atomic_compare_exchange_strong_explicit(&b, &expected, 2, memory_order_$order, memory_order_$loadorder)) { $r = $p; } }",
        ],
    ),
    (
        1,
        Unordered,
        &[
            "{ int expected = 0; if (atomic_compare_exchange_strong_explicit(&b, &expected, 1, memory_order_$order, memory_order_relaxed)) { $p = $p + 1; atomic_store_explicit(&b, 0, memory_order_$storeorder); } }",
            "{ int expected = 0; if (atomic_compare_exchange_strong_explicit(&b, &expected, 1, memory_order_$order, memory_order_relaxed)) { $p = $p + 1; atomic_store_explicit(&b, 0, memory_order_$storeorder); } }",
        ],
    ),
    (3, Unordered, &["if ($try) { $leave } else { $r = $p; }", "$p = 1; $enter $leave"]),
    (
        2,
        Unordered,
        &["if ($try) { $q = 1; $leave } else { $r = $p; }", "$p = 1; $enter $q = 2; $leave"],
    ),
    (
        2,
        Unordered,
        &[
            "if (pthread_mutex_timedlock(&m, &soon) == 0) { pthread_mutex_unlock(&m); } else { $r = $p; }",
            "$p = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
        ],
    ),
    (
        2,
        Unordered,
        &[
            "if (pthread_rwlock_tryrdlock(&book) == 0) { $r = $p; pthread_rwlock_unlock(&book); } else { $s = $q; }",
            "$q = 1; pthread_rwlock_wrlock(&book); $p = 1; pthread_rwlock_unlock(&book);",
        ],
    ),
    (
        2,
        Unordered,
        &[
            "if (pthread_rwlock_trywrlock(&book) == 0) { $p = 1; pthread_rwlock_unlock(&book); } else { $s = $q; }",
            "$q = 1; pthread_rwlock_rdlock(&book); $r = $p; pthread_rwlock_unlock(&book);",
        ],
    ),
    (
        1,
        Unordered,
        &[
            "if (pthread_rwlock_timedrdlock(&book, &soon) == 0) { pthread_rwlock_unlock(&book); } else { $r = $p; }",
            "$p = 1; pthread_rwlock_wrlock(&book); pthread_rwlock_unlock(&book);",
        ],
    ),
    (
        1,
        Unordered,
        &[
            "if (pthread_rwlock_timedwrlock(&book, &soon) == 0) { pthread_rwlock_unlock(&book); } else { $r = $p; }",
            "$p = 1; pthread_rwlock_rdlock(&book); pthread_rwlock_unlock(&book);",
        ],
    ),
    (
        2,
        Unordered,
        &["if (sem_trywait(&signals) == 0) { $r = $p; }", "$p = 1; sem_post(&signals);"],
    ),
    (
        2,
        Unordered,
        &[
            "if (sem_trywait(&free_one) == 0) { sem_post(&free_one); } else { $r = $p; }",
            "$p = 1; sem_wait(&free_one); sem_post(&free_one);",
        ],
    ),
    (
        1,
        Unordered,
        &["sem_getvalue(&signals, &$r); if ($r) { $s = $p; }", "$p = 1; sem_post(&signals);"],
    ),
    (
        1,
        Unordered,
        &[
            "if (sem_timedwait(&free_one, &soon) == 0) { sem_post(&free_one); } else { $r = $p; }",
            "$p = 1; sem_wait(&free_one); sem_post(&free_one);",
        ],
    ),
    (
        2,
        Unordered,
        &[
            "{ pthread_t child; if (pthread_create(&child, 0, helper, 0) == 0) { if (pthread_tryjoin_np(child, 0) == 0) { $r = x; } else { pthread_join(child, 0); $p = 1; } } }",
            "$p = 2;",
        ],
    ),
    (
        2,
        Unordered,
        &[
            "$p = 1; __VERIFIER_atomic_begin(); b = b + 1; __VERIFIER_atomic_end();",
            "__VERIFIER_atomic_begin(); $r = b; __VERIFIER_atomic_end(); if ($r) { $s = $p; }",
        ],
    ),
    (
        1,
        Unordered,
        &[
            "__VERIFIER_atomic_begin(); $p = 1; __VERIFIER_atomic_end(); atomic_store_explicit(&b, 1, memory_order_$storeorder);",
            "if (atomic_load_explicit(&b, memory_order_$loadorder)) { __VERIFIER_atomic_begin(); $r = $p; __VERIFIER_atomic_end(); }",
        ],
    ),
    (
        2,
        Unordered,
        &[
            "{ struct pair *fresh = malloc(sizeof *fresh); if (fresh) { fresh->first = 1; atomic_store_explicit(&handle, fresh, memory_order_$storeorder); } }",
            "{ struct pair *seen = atomic_load_explicit(&handle, memory_order_$loadorder); if (seen) { $r = seen->first; } }",
        ],
    ),
    (
        1,
        Unordered,
        &[
            "{ struct pair *fresh = malloc(sizeof *fresh); if (fresh) { fresh->first = 1; atomic_store_explicit(&handle, fresh, memory_order_$storeorder); } }",
            "{ struct pair *seen = atomic_exchange_explicit(&handle, 0, memory_order_$order); free(seen); }",
        ],
    ),
    (
        3,
        Unordered,
        &[
            "$r = counted->first; if (atomic_fetch_sub_explicit(&owners, 1, memory_order_$order) == 1) { free(counted); }",
            "counted->second = 1; if (atomic_fetch_sub_explicit(&owners, 1, memory_order_$order) == 1) { free(counted); }",
        ],
    ),
    (
        1,
        Unordered,
        &[
            "$r = counted->first; if (atomic_fetch_sub_explicit(&owners, 1, memory_order_release) == 1) { atomic_thread_fence(memory_order_$order); free(counted); }",
            "counted->second = 1; if (atomic_fetch_sub_explicit(&owners, 1, memory_order_release) == 1) { atomic_thread_fence(memory_order_$order); free(counted); }",
        ],
    ),
    (
        2,
        Unordered,
        &[
            "$r = counted->first; atomic_store_explicit(&b, 1, memory_order_$storeorder);",
            "if (atomic_load_explicit(&b, memory_order_$loadorder)) { free(counted); }",
        ],
    ),
    (1, Fault, &["free(counted);", "$r = counted->first;"]),
    (
        1,
        Fault,
        &[
            "free(counted); atomic_store_explicit(&b, 1, memory_order_relaxed);",
            "if (!atomic_load_explicit(&b, memory_order_relaxed)) { counted->first = 1; }",
        ],
    ),
    (
        1,
        Fault,
        &[
            "{ struct pair *more = realloc(counted, 16); if (more) { more->first = 1; } }",
            "$r = counted->second;",
        ],
    ),
    (
        1,
        Spinning,
        &[
            "$p = 1; atomic_store_explicit(&ready, 1, memory_order_$storeorder);",
            "while (!atomic_load_explicit(&ready, memory_order_$loadorder)) { } $r = $p;",
        ],
    ),
    (
        1,
        Spinning,
        &[
            "while (pthread_mutex_trylock(&m) != 0) { $r = $p; } pthread_mutex_unlock(&m);",
            "$p = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
        ],
    ),
];
