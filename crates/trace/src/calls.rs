//! What a call into the library means to a person. Functions that are listed
//! here are told by their words alone; of the others, the user's variables that
//! they touch are shown.

use raddle_verdict::ends_the_process;

/// The words for a library function. `{0}` stands for what its first argument
/// points to, `{thread}` for the thread that its first argument names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// When it has begun, but another thread comes before it is done.
    pub begins: &'static str,
    /// When it is done.
    pub ends: &'static str,
    /// When it returns something other than zero.
    pub fails: &'static str,
    /// What it waits for, after "waits".
    pub waits: &'static str,
}

const fn done(ends: &'static str) -> Phrase {
    Phrase { begins: "", ends, fails: ends, waits: "" }
}

const fn lock(ends: &'static str, fails: &'static str) -> Phrase {
    Phrase { begins: "", ends, fails, waits: "for {0}" }
}

/// The words for a library function, if there are any.
pub fn phrase(function: &str) -> Option<Phrase> {
    Some(match function {
        "pthread_mutex_lock" | "pthread_spin_lock" | "mtx_lock" => {
            lock("locks {0}", "cannot lock {0}")
        }
        "pthread_mutex_trylock" | "pthread_spin_trylock" | "mtx_trylock" => {
            lock("locks {0}", "finds {0} locked")
        }
        "pthread_mutex_timedlock" | "pthread_mutex_clocklock" | "mtx_timedlock" => {
            lock("locks {0}", "gives up waiting for {0}")
        }
        "pthread_mutex_unlock" | "pthread_spin_unlock" | "mtx_unlock" | "pthread_rwlock_unlock" => {
            lock("unlocks {0}", "cannot unlock {0}")
        }
        "pthread_rwlock_rdlock" | "pthread_rwlock_tryrdlock" | "pthread_rwlock_timedrdlock" => {
            lock("locks {0} for reading", "cannot lock {0} for reading")
        }
        "pthread_rwlock_wrlock" | "pthread_rwlock_trywrlock" | "pthread_rwlock_timedwrlock" => {
            lock("locks {0} for writing", "cannot lock {0} for writing")
        }
        "pthread_mutex_init"
        | "pthread_cond_init"
        | "pthread_rwlock_init"
        | "pthread_barrier_init"
        | "pthread_spin_init"
        | "sem_init"
        | "mtx_init"
        | "cnd_init" => done("initialises {0}"),
        "pthread_mutex_destroy"
        | "pthread_cond_destroy"
        | "pthread_rwlock_destroy"
        | "pthread_barrier_destroy"
        | "pthread_spin_destroy"
        | "sem_destroy"
        | "mtx_destroy"
        | "cnd_destroy" => done("destroys {0}"),
        "pthread_cond_wait" | "cnd_wait" => Phrase {
            begins: "waits on {0}",
            ends: "wakes up",
            fails: "cannot wait on {0}",
            waits: "for a signal on {0}",
        },
        "pthread_cond_timedwait" | "pthread_cond_clockwait" | "cnd_timedwait" => Phrase {
            begins: "waits on {0}",
            ends: "wakes up",
            fails: "times out",
            waits: "for a signal on {0}",
        },
        "pthread_cond_signal" | "cnd_signal" => done("signals {0}"),
        "pthread_cond_broadcast" | "cnd_broadcast" => done("wakes all that wait on {0}"),
        "pthread_barrier_wait" => Phrase {
            begins: "arrives at {0}",
            ends: "passes {0}",
            fails: "passes {0}",
            waits: "at {0}",
        },
        "sem_wait" | "sem_timedwait" | "sem_clockwait" => lock("takes {0}", "gives up on {0}"),
        "sem_trywait" => lock("takes {0}", "finds {0} taken"),
        "sem_post" => done("posts {0}"),
        "pthread_create" | "thrd_create" => done(""),
        "pthread_join" | "thrd_join" | "pthread_tryjoin_np" | "pthread_timedjoin_np" => Phrase {
            begins: "",
            ends: "joins {thread}",
            fails: "cannot join {thread}",
            waits: "for {thread} to end",
        },
        "pthread_detach" | "thrd_detach" => done("detaches {thread}"),
        "pthread_cancel" => done("cancels {thread}"),
        "pthread_exit" | "thrd_exit" => done("exits"),
        name if ends_the_process(name) || allocates(name) || name == "free" => done(""),
        "printf" | "fprintf" | "puts" | "putchar" | "fputs" | "fflush" | "perror" => done(""),
        "sched_yield" | "pthread_yield" | "thrd_yield" | "sleep" | "usleep" | "nanosleep"
        | "thrd_sleep" => done(""),
        _ => return None,
    })
}

/// Whether what a library function allocates is for the user.
pub fn allocates(function: &str) -> bool {
    matches!(
        function,
        "malloc"
            | "calloc"
            | "realloc"
            | "reallocarray"
            | "aligned_alloc"
            | "posix_memalign"
            | "memalign"
            | "valloc"
            | "strdup"
            | "strndup"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_have_words_and_others_have_none() {
        assert_eq!(phrase("pthread_mutex_lock").unwrap().ends, "locks {0}");
        assert_eq!(phrase("memcpy"), None);
        assert_eq!(phrase("pthread_once"), None);
    }
}
