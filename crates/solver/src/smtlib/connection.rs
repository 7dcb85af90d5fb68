//! A running solver: its pipes, and its end.
//!
//! Pipes block, so each has a thread of its own: one writes what we say (a
//! solver that does not read must not stop us), one reads what it answers, one
//! keeps the first words of its complaints. Between them and us are channels,
//! where we wait no longer than the limits allow. The process, and whatever it
//! started, is killed when the connection is dropped; the threads end with their pipes.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use raddle_process::{Running, start, without_thread};

use super::expressions::{Expression, Reader};
use crate::SolverOptions;

/// How much of what a solver complains of is kept.
const LONGEST_COMPLAINT: usize = 1000;

/// How long to wait for the complaints of a solver that has ended: usually
/// they are there, but a process that inherited the pipe may keep it open.
const PATIENCE: Duration = Duration::from_millis(500);

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Silence {
    /// A limit was reached: the reason for a person.
    Stopped(&'static str),
    /// The process ended, or closed its output.
    Ended,
    /// It says more than was asked for, or what no solver says.
    Babble(String),
}

/// How often to look whether an interruption was asked for.
const GLANCE: Duration = Duration::from_millis(20);

/// When to wait no longer.
pub(super) struct Limits {
    deadline: Option<Instant>,
    interrupt: Option<Arc<AtomicBool>>,
}

impl Limits {
    pub(super) fn new(options: &SolverOptions) -> Limits {
        Limits { deadline: options.deadline, interrupt: options.interrupt.clone() }
    }

    /// The reason not to go on.
    pub(super) fn reached(&self) -> Option<&'static str> {
        if self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some("the solver was interrupted");
        }
        let over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        over.then_some("the time limit was reached")
    }

    /// The time until the deadline.
    pub(super) fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// How long to wait before the limits must be looked at.
    fn patience(&self) -> Option<Duration> {
        match (self.left(), &self.interrupt) {
            (Some(left), Some(_)) => Some(left.min(GLANCE)),
            (None, Some(_)) => Some(GLANCE),
            (left, None) => left,
        }
    }
}

pub(super) struct Connection {
    process: Running,
    input: Sender<Vec<u8>>,
    output: Receiver<Vec<u8>>,
    complaints: Receiver<String>,
    reader: Reader,
    /// Read, but not looked at.
    pending: VecDeque<u8>,
}

/// Where the system allows no more threads, the solver cannot be spoken to.
fn spawn(work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    thread::Builder::new().spawn(work).map(drop).map_err(without_thread)
}

impl Connection {
    pub(super) fn start(program: &Path, arguments: &[String]) -> std::io::Result<Connection> {
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = start(&mut command)?;
        let (input, to_write) = mpsc::channel();
        // A few buffers are enough; a babbling solver then waits for us.
        let (from_output, output) = mpsc::sync_channel(16);
        let (complain, complaints) = mpsc::channel();
        if let Some(pipe) = process.take_input() {
            spawn(move || write_all(pipe, &to_write))?;
        }
        if let Some(pipe) = process.take_output() {
            spawn(move || read_all(pipe, &from_output))?;
        }
        if let Some(pipe) = process.take_errors() {
            spawn(move || listen(pipe, &complain))?;
        }
        Ok(Connection {
            process,
            input,
            output,
            complaints,
            reader: Reader::default(),
            pending: VecDeque::new(),
        })
    }

    /// Never blocks. That the solver does not read it shows when an answer is waited for.
    pub(super) fn say(&mut self, text: &str) {
        let _ = self.input.send(text.as_bytes().to_vec());
    }

    /// The next expression, of at most so many bytes.
    pub(super) fn answer(
        &mut self,
        limits: &Limits,
        longest: usize,
    ) -> Result<Expression, Silence> {
        let mut taken = 0;
        loop {
            while let Some(byte) = self.pending.pop_front() {
                taken += 1;
                if taken > longest {
                    return Err(Silence::Babble("endless text".to_owned()));
                }
                match self.reader.take(byte) {
                    Ok(None) => {}
                    Ok(Some(expression)) => return Ok(expression),
                    Err(reason) => return Err(Silence::Babble(reason)),
                }
            }
            let bytes = self.receive(limits)?;
            self.pending.extend(bytes);
        }
    }

    fn receive(&mut self, limits: &Limits) -> Result<Vec<u8>, Silence> {
        loop {
            if let Some(reason) = limits.reached() {
                return Err(Silence::Stopped(reason));
            }
            let received = match limits.patience() {
                Some(patience) => self.output.recv_timeout(patience),
                None => self.output.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match received {
                Ok(bytes) => return Ok(bytes),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
            }
        }
    }

    /// Ends the process: how it ended, and the first line of its complaints.
    pub(super) fn end(&mut self) -> String {
        // It may have closed its output only, and then go on for ever. Usually it ends
        // in a moment, and by itself.
        let ended = self.process.wait(Some(PATIENCE));
        let status = match ended {
            Ok(Some(status)) => Ok(status),
            Ok(None) | Err(_) => self.process.end(),
        };
        let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        let complaint = self.complaints.recv_timeout(PATIENCE).unwrap_or_default();
        match complaint.lines().find(|line| !line.trim().is_empty()) {
            Some(line) => format!("{status}: {}", line.trim()),
            None => status,
        }
    }
}

fn write_all(mut pipe: impl Write, texts: &Receiver<Vec<u8>>) {
    for text in texts {
        if pipe.write_all(&text).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read_all(mut pipe: impl Read, sender: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; 1 << 16];
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        let bytes = buffer.get(..count).unwrap_or_default().to_vec();
        if sender.send(bytes).is_err() {
            return;
        }
    }
}

/// Keeps the beginning, and reads on, so that the solver is never stopped.
fn listen(mut pipe: impl Read, sender: &Sender<String>) {
    let mut kept = Vec::new();
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        let room = LONGEST_COMPLAINT.saturating_sub(kept.len()).min(count);
        kept.extend_from_slice(buffer.get(..room).unwrap_or_default());
    }
    let _ = sender.send(String::from_utf8_lossy(&kept).into_owned());
}
