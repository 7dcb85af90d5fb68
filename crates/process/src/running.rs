//! A tool that runs, and the list of all that do.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use crate::group;

/// Those that were started and not waited for: only their numbers are certainly
/// still theirs. A tool is waited for under this lock.
static LIST: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn list() -> MutexGuard<'static, Vec<u32>> {
    LIST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does not block: what watches the clock does not wait for a tool that is just being started.
pub(crate) fn identities() -> Vec<u32> {
    match LIST.try_lock() {
        Ok(list) => list.clone(),
        Err(TryLockError::Poisoned(list)) => list.into_inner().clone(),
        Err(TryLockError::WouldBlock) => Vec::new(),
    }
}

/// Those that are to be gone in the end.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A temporary folder, which its owner removes, but which must not stay if this process
/// ends in a hurry.
pub fn remove_at_end(folder: &Path) {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).push(folder.to_owned());
}

/// All were ended; their list is closed.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Ends all tools, and what they started. None can be started afterwards.
pub fn end_all() {
    if CLOSED.swap(true, Ordering::SeqCst) {
        return;
    }
    let list = list();
    for leader in list.iter() {
        group::kill(*leader);
    }
    let folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    for folder in folders.iter() {
        // Usually it is gone already.
        let _ = std::fs::remove_dir_all(folder);
    }
    // The lock is kept: this process is about to end.
    std::mem::forget(list);
}

/// Ends that tool, if it still runs, from whatever thread.
pub(crate) fn end_one(leader: u32) {
    if list().contains(&leader) {
        group::kill(leader);
    }
}

/// Starts a tool. Who drops it ends it; it also ends with the thread that starts it.
pub fn start(command: &mut Command) -> io::Result<Running> {
    group::isolate(command);
    let mut list = list();
    let child = command.spawn()?;
    list.push(child.id());
    Ok(Running { child, status: None })
}

pub struct Running {
    child: Child,
    /// Once it was waited for.
    status: Option<ExitStatus>,
}

/// Pauses between two looks whether a tool has ended: short ones first.
const FIRST_PAUSE: Duration = Duration::from_micros(100);
const LONGEST_PAUSE: Duration = Duration::from_millis(10);

impl Running {
    pub fn take_input(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    pub fn take_output(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    pub fn take_errors(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    pub(crate) fn identity(&self) -> u32 {
        self.child.id()
    }

    /// How it ended, if it has. What it started and left behind is ended then.
    pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() {
            let mut list = list();
            let identity = self.child.id();
            if group::has_ended(identity, false) {
                group::kill(identity);
            }
            self.status = self.child.try_wait()?;
            if self.status.is_some() {
                list.retain(|known| *known != identity);
            }
        }
        Ok(self.status)
    }

    /// Waits until it has ended, as long as the caller has patience.
    pub fn wait(&mut self, patience: Option<Duration>) -> io::Result<Option<ExitStatus>> {
        let start = Instant::now();
        let mut pause = FIRST_PAUSE;
        if patience.is_none() && self.status.is_none() {
            group::has_ended(self.child.id(), true);
        }
        loop {
            if let Some(status) = self.ended()? {
                return Ok(Some(status));
            }
            if patience.is_some_and(|patience| start.elapsed() >= patience) {
                return Ok(None);
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Ends it, with all that it started.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.ended()? {
            return Ok(status);
        }
        group::kill(self.child.id());
        // It may just have ended by itself.
        let _ = self.child.kill();
        match self.wait(None)? {
            Some(status) => Ok(status),
            None => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.end();
    }
}
