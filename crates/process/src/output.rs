//! Running a tool to its end, for what it prints.

use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

use crate::running::{end_one, start};

/// What a tool said.
pub struct Output {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// It said more than that, and was ended.
    pub excess: Option<Excess>,
}

/// Which of its outputs was longer than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    Output,
    Errors,
}

/// Runs the tool to its end: gives it the input, and takes at most so many bytes of
/// each of its outputs.
pub fn output(command: &mut Command, input: Option<&[u8]>, longest: u64) -> io::Result<Output> {
    let stdin = if input.is_some() { Stdio::piped() } else { Stdio::null() };
    let mut tool = start(command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    let (to, from, errors) = (tool.take_input(), tool.take_output(), tool.take_errors());
    let identity = tool.identity();
    thread::scope(|scope| {
        let begin = || {
            if let (Some(mut pipe), Some(input)) = (to, input) {
                // Who does not read it all says so by how it ends.
                spawn(scope, move || pipe.write_all(input))?;
            }
            let stdout = spawn(scope, move || take(from, longest, identity))?;
            let stderr = spawn(scope, move || take(errors, longest, identity))?;
            Ok((stdout, stderr))
        };
        let (stdout, stderr) = match begin() {
            Ok(both) => both,
            Err(error) => {
                // Those that are at work would wait for it.
                tool.end()?;
                return Err(error);
            }
        };
        let status = tool.wait(None)?.ok_or(io::ErrorKind::TimedOut)?;
        let lost = |_| io::Error::other("a reader failed");
        let (stdout, too_long) = stdout.join().map_err(lost)??;
        let (stderr, too_many) = stderr.join().map_err(lost)??;
        let excess = match (too_long, too_many) {
            (true, _) => Some(Excess::Output),
            (false, true) => Some(Excess::Errors),
            (false, false) => None,
        };
        Ok(Output { status, stdout, stderr, excess })
    })
}

/// Where the system allows no more threads, that is an error like others.
fn spawn<'scope, Result: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> Result + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, Result>> {
    Builder::new().spawn_scoped(scope, work).map_err(without_thread)
}

/// The error for where no thread can be started.
pub fn without_thread(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the system allows no more threads: {error}"))
}

/// All of it, and whether it is too long: then the tool is ended.
fn take(pipe: Option<impl Read>, longest: u64, tool: u32) -> io::Result<(Vec<u8>, bool)> {
    let mut bytes = Vec::new();
    let Some(pipe) = pipe else { return Ok((bytes, false)) };
    pipe.take(longest.saturating_add(1)).read_to_end(&mut bytes)?;
    let too_long = bytes.len() as u64 > longest;
    if too_long {
        end_one(tool);
    }
    Ok((bytes, too_long))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn shell(script: &str, input: Option<&[u8]>) -> Output {
        output(Command::new("sh").args(["-c", script]), input, 100_000).expect("there is a shell")
    }

    #[test]
    fn both_outputs_and_the_status_come_through() {
        let output = shell("cat; echo wrong >&2; exit 7", Some(b"text"));
        assert_eq!((output.stdout.as_slice(), output.status.code()), (&b"text"[..], Some(7)));
        assert_eq!((output.stderr.as_slice(), output.excess), (&b"wrong\n"[..], None));
    }

    #[test]
    fn endless_output_ends_the_tool() {
        assert_eq!(shell("yes", None).excess, Some(Excess::Output));
        assert_eq!(shell("yes >&2", None).excess, Some(Excess::Errors));
    }

    #[test]
    fn what_a_tool_leaves_behind_is_ended() {
        let output = shell("sleep 1000 & echo $!", None);
        let left = String::from_utf8(output.stdout).expect("a number");
        // It is on its way out, and the process that adopted it may still have to take note.
        let is_gone = || {
            let state = std::fs::read_to_string(format!("/proc/{}/stat", left.trim()));
            state.is_err() || state.is_ok_and(|text| text.contains(") Z "))
        };
        let start = std::time::Instant::now();
        while !is_gone() {
            assert!(start.elapsed().as_secs() < 60, "it still runs");
            thread::yield_now();
        }
    }

    #[test]
    fn much_input_that_nobody_reads_blocks_nobody() {
        let output = shell("exit 3", Some(&vec![b'x'; 1 << 20]));
        assert_eq!(output.status.code(), Some(3));
    }
}
