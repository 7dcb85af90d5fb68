//! Signals by which this process is asked to end: Ctrl-C, a polite `kill`, a terminal
//! that is closed.
//!
//! A handler only counts; the watchdog of `cli` looks at the count now and then.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

static COUNT: AtomicU32 = AtomicU32::new(0);
static LAST: AtomicI32 = AtomicI32::new(0);

/// How often it was wished.
pub fn count() -> u32 {
    COUNT.load(Ordering::SeqCst)
}

/// From now on these signals are counted, except those that the process
/// which started this one wants to be ignored.
#[cfg(unix)]
pub fn listen() {
    // A file that may not grow is an error of writing, not an end without a word.
    // SAFETY: a plain system call.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    let handler: extern "C" fn(libc::c_int) = note;
    handle(handler as libc::sighandler_t);
}

/// From now on they end this process at once, for where the count is not looked at any more.
#[cfg(unix)]
pub fn obey() {
    handle(libc::SIG_DFL);
}

#[cfg(unix)]
fn handle(handler: libc::sighandler_t) {
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: the structures are valid when zeroed; the handler touches atomics only.
        unsafe {
            let mut old: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &raw mut old);
            if old.sa_sigaction == libc::SIG_IGN {
                continue;
            }
            let mut new: libc::sigaction = std::mem::zeroed();
            new.sa_sigaction = handler;
            new.sa_flags = libc::SA_RESTART;
            libc::sigaction(signal, &raw const new, std::ptr::null_mut());
        }
    }
}

#[cfg(unix)]
extern "C" fn note(signal: libc::c_int) {
    LAST.store(signal, Ordering::SeqCst);
    COUNT.fetch_add(1, Ordering::SeqCst);
}

/// Ends this process as the last signal would have, so that the process that waits for it
/// sees that. All tools are ended before.
#[cfg(unix)]
pub fn die() -> ! {
    crate::end_all();
    let signal = match LAST.load(Ordering::SeqCst) {
        0 => libc::SIGTERM,
        signal => signal,
    };
    // SAFETY: plain system calls.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
    // The signal may be blocked.
    crate::group::exit(u8::try_from(128 + signal).unwrap_or(130))
}

#[cfg(not(unix))]
pub fn listen() {}

#[cfg(not(unix))]
pub fn obey() {}

#[cfg(not(unix))]
pub fn die() -> ! {
    crate::exit_now(130)
}
