//! The system calls about processes, and what stands in for them elsewhere.

use std::process::Command;

/// Puts what is started into a group of its own, and on Linux ties its life to the
/// thread that starts it. That thread must therefore stay until it has ended.
#[cfg(unix)]
pub(crate) fn isolate(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    #[cfg(target_os = "linux")]
    {
        let parent = std::process::id();
        let die_with_parent = move || {
            // SAFETY: both are plain system calls, which may be made between fork and exec.
            let is_orphan = unsafe {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                u32::try_from(libc::getppid()) != Ok(parent)
            };
            match is_orphan {
                true => Err(std::io::ErrorKind::Interrupted.into()),
                false => Ok(()),
            }
        };
        // SAFETY: the function neither allocates nor takes a lock.
        unsafe { command.pre_exec(die_with_parent) };
    }
}

/// Ends the process and everybody in its group. It must not have been waited for.
#[cfg(unix)]
pub(crate) fn kill(leader: u32) {
    let Ok(leader) = libc::pid_t::try_from(leader) else { return };
    // SAFETY: a plain system call; the leader was not waited for, so that the number
    // is still its own.
    unsafe {
        libc::kill(-leader, libc::SIGKILL);
        // In the moment before it has become a leader there is no group.
        libc::kill(leader, libc::SIGKILL);
    }
}

/// Whether the process has ended, without taking note of it: its number stays its own.
/// Waits for its end, if so wished.
#[cfg(unix)]
pub(crate) fn has_ended(process: u32, wait: bool) -> bool {
    let options = libc::WEXITED | libc::WNOWAIT | if wait { 0 } else { libc::WNOHANG };
    // SAFETY: the structure is valid when zeroed, and lives until the call returns.
    unsafe {
        let mut about: libc::siginfo_t = std::mem::zeroed();
        libc::waitid(libc::P_PID, process, &raw mut about, options) == 0 && about.si_pid() != 0
    }
}

#[cfg(unix)]
pub(crate) fn page_bytes() -> u64 {
    // SAFETY: a plain library call.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(4096)
}

#[cfg(unix)]
pub(crate) fn exit(code: u8) -> ! {
    // SAFETY: never comes back, and runs nothing of ours.
    unsafe { libc::_exit(i32::from(code)) }
}

#[cfg(not(unix))]
pub(crate) fn isolate(_: &mut Command) {}

/// The owner kills the process itself.
#[cfg(not(unix))]
pub(crate) fn kill(_: u32) {}

#[cfg(not(unix))]
pub(crate) fn has_ended(_: u32, _: bool) -> bool {
    false
}

#[cfg(not(unix))]
pub(crate) fn page_bytes() -> u64 {
    4096
}

#[cfg(not(unix))]
pub(crate) fn exit(code: u8) -> ! {
    std::process::exit(i32::from(code))
}
