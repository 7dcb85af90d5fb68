//! Running processes of tests: each for a limited time, with what it prints in files of a folder
//! that goes away, and with what it costs.

use std::cell::Cell;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// When we stop waiting for a process; each has shorter limits of its own.
const PATIENCE: Duration = Duration::from_secs(180);
/// Between two looks at a process.
const SHORT: Duration = Duration::from_millis(3);
const LONG: Duration = Duration::from_millis(200);
/// A clock tick of `/proc/PID/stat`, on every Linux that there is.
const TICK: Duration = Duration::from_millis(10);

/// Files of one test; removed when it is over.
pub struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    /// # Panics
    ///
    /// If no folder can be made.
    #[expect(clippy::new_without_default, reason = "it makes a folder")]
    pub fn new() -> Scratch {
        Scratch { folder: tempfile::tempdir().expect("a temporary folder can be made") }
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

pub struct Outcome {
    /// The exit status, or what else became of the process.
    pub status: String,
    pub output: String,
    pub errors: String,
}

/// Runs a process to its end.
///
/// # Panics
///
/// If there can be no files for what it prints.
pub fn execute(command: &mut Command, scratch: &Scratch) -> Outcome {
    let [output, errors] = ["stdout", "stderr"].map(|name| scratch.file(name));
    command.stdin(Stdio::null());
    command.stdout(File::create(&output).expect("a file for the output can be made"));
    command.stderr(File::create(&errors).expect("a file for the messages can be made"));
    let status = match command.spawn() {
        Err(error) => format!("none ({error})"),
        Ok(child) => status(child),
    };
    let read =
        |path: &Path| String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned();
    Outcome { status, output: read(&output), errors: read(&errors) }
}

fn status(mut child: Child) -> String {
    let start = Instant::now();
    let mut cost = Duration::ZERO;
    let status = loop {
        // A process that has ended can be looked at until its end is taken note of.
        if let Some([own, waited]) = ticks(&format!("/proc/{}/stat", child.id())) {
            cost = own + waited;
        }
        match child.try_wait() {
            Ok(Some(status)) => {
                break status.code().map_or(status.to_string(), |code| code.to_string());
            }
            // What takes longer is looked at less often.
            Ok(None) if start.elapsed() < PATIENCE => {
                let pause = (start.elapsed() / 20).clamp(SHORT, LONG);
                std::thread::sleep(pause);
            }
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                break "none (still running, stopped)".to_owned();
            }
        }
    };
    SPENT.with(|spent| spent.set(spent.get() + cost));
    status
}

thread_local! {
    static SPENT: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// What this thread and the processes that it has run have cost, in the processor's time.
pub fn spent() -> Duration {
    let own = ticks("/proc/thread-self/stat").map_or(Duration::ZERO, |[own, _]| own);
    SPENT.with(Cell::get) + own
}

/// The time of a process or thread, and that of the processes that it has waited for. Known on
/// Linux only.
fn ticks(path: &str) -> Option<[Duration; 2]> {
    let text = fs::read_to_string(path).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    // The state is the third of all fields; the fourteenth and those behind it are the times.
    let numbers = fields.split_whitespace().skip(11).map(|field| field.parse::<u32>().unwrap_or(0));
    let times: Vec<u32> = numbers.take(4).collect();
    match times[..] {
        [user, system, waited_user, waited_system] => {
            Some([TICK * (user + system), TICK * (waited_user + waited_system)])
        }
        _ => None,
    }
}
