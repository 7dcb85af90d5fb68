//! Running a program within a limit and measuring what it costs: the time on the clock, and
//! the processor's time, its own and that of every process that it started and waited for
//! (clang, solvers).
//!
//! The standard library forgets what the system says about an ended child, so `wait4` is
//! called here by hand. Children that are measured at the same time do not disturb each
//! other, as they would with the sum that the system keeps for all children.

use std::ffi::{c_int, c_long};
use std::io::Read;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often we look whether a child has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// What a run of a program gave.
pub struct Measured {
    /// `None` where the program had to be ended.
    pub status: Option<ExitStatus>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub cpu: Duration,
    pub wall: Duration,
    /// The most memory that it, or one of those that it waited for, had at a time, in bytes.
    pub peak: u64,
}

impl Measured {
    /// The first line of what it complains about.
    pub fn complaint(&self) -> String {
        let errors = String::from_utf8_lossy(&self.stderr);
        errors.lines().next().unwrap_or("no message").to_string()
    }
}

/// Runs a program, and ends it when its time is up.
pub fn run(command: &mut Command, patience: Duration) -> Result<Measured, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |error: std::io::Error| format!("{name} could not be run: {error}");
    let start = Instant::now();
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(failed)?;
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(format!("{name} has no output"));
    };
    // Read at the same time, lest the child waits for room in a pipe.
    let stdout = thread::spawn(move || read_all(stdout));
    let stderr = thread::spawn(move || read_all(stderr));
    let (status, usage) = wait_within(&mut child, start, patience).map_err(failed)?;
    let wall = start.elapsed();
    // What an ended child has started may hold its pipes open for long.
    let (stdout, stderr) = match status {
        Some(_) => (stdout.join().unwrap_or_default(), stderr.join().unwrap_or_default()),
        None => (Vec::new(), Vec::new()),
    };
    let (cpu, peak) = (usage.cpu(), usage.peak());
    Ok(Measured { status, stdout, stderr, cpu, wall, peak })
}

fn read_all(mut pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = pipe.read_to_end(&mut bytes);
    bytes
}

fn wait_within(
    child: &mut Child,
    start: Instant,
    patience: Duration,
) -> Result<(Option<ExitStatus>, Usage), std::io::Error> {
    loop {
        if let Some((status, usage)) = wait_for(child, WITHOUT_WAITING)? {
            return Ok((Some(status), usage));
        }
        if start.elapsed() > patience {
            child.kill()?;
            let usage = wait_for(child, 0)?.map_or_else(Usage::default, |(_, usage)| usage);
            return Ok((None, usage));
        }
        thread::sleep(PAUSE);
    }
}

// ── What the system says ────────────────────────────────────────────────────────

const WITHOUT_WAITING: c_int = 1;
const INTERRUPTED: std::io::ErrorKind = std::io::ErrorKind::Interrupted;

#[cfg(target_os = "macos")]
type Microseconds = i32;
#[cfg(not(target_os = "macos"))]
type Microseconds = c_long;

/// C's `struct timeval`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Time {
    seconds: c_long,
    microseconds: Microseconds,
}

/// C's `struct rusage`: two times, the peak of memory, and thirteen figures that nobody
/// needs here.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Usage {
    user: Time,
    system: Time,
    peak: c_long,
    other: [c_long; 13],
}

unsafe extern "C" {
    fn wait4(process: c_int, status: *mut c_int, options: c_int, usage: *mut Usage) -> c_int;
}

impl Time {
    /// Nothing where the system says nonsense.
    fn duration(self) -> Duration {
        let seconds = u64::try_from(self.seconds).unwrap_or(0);
        let microseconds = u64::try_from(self.microseconds).unwrap_or(0);
        Duration::from_secs(seconds) + Duration::from_micros(microseconds)
    }
}

impl Usage {
    fn cpu(&self) -> Duration {
        self.user.duration() + self.system.duration()
    }

    /// Told in kilobytes, except by macOS.
    fn peak(&self) -> u64 {
        let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
        u64::try_from(self.peak).unwrap_or(0) * unit
    }
}

/// `None` where the child still runs. After `Some` there is no such child any more, and
/// nobody may wait for it or end it.
fn wait_for(child: &Child, options: c_int) -> Result<Option<(ExitStatus, Usage)>, std::io::Error> {
    let process = c_int::try_from(child.id()).map_err(std::io::Error::other)?;
    let mut status = 0;
    let mut usage = Usage::default();
    loop {
        // SAFETY: both pointers are to initialised places of the types that the call fills,
        // and they live until it returns.
        let ended = unsafe { wait4(process, &raw mut status, options, &raw mut usage) };
        if ended == process {
            return Ok(Some((ExitStatus::from_raw(status), usage)));
        }
        if ended == 0 {
            return Ok(None);
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != INTERRUPTED {
            return Err(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    fn shell(script: &str, patience: Duration) -> Measured {
        run(Command::new("sh").args(["-c", script]), patience).expect("there is a shell")
    }

    #[test]
    fn times_add_up() {
        let time = |seconds, microseconds| Time { seconds, microseconds };
        let usage = Usage { user: time(1, 900_000), system: time(0, 200_001), ..Usage::default() };
        assert_eq!(usage.cpu(), Duration::from_micros(2_100_001));
        assert_eq!(time(-1, -1).duration(), Duration::ZERO);
    }

    #[test]
    fn output_and_status_come_through() {
        let measured = shell("echo out; echo first >&2; echo second >&2; exit 7", LONG);
        assert_eq!(measured.status.and_then(|status| status.code()), Some(7));
        assert_eq!(measured.stdout, b"out\n");
        assert_eq!(measured.complaint(), "first");
    }

    #[test]
    fn much_output_does_not_block() {
        let measured = shell("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2", LONG);
        assert_eq!((measured.stdout.len(), measured.stderr.len()), (1_000_000, 1_000_000));
    }

    /// The work is done by a child of the child.
    #[test]
    fn the_time_of_grandchildren_counts() {
        let work = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        let idle = shell("true", LONG);
        let busy = shell(&format!("sh -c '{work}'; true"), LONG);
        assert!(busy.cpu > idle.cpu, "{:?} is not more than {:?}", busy.cpu, idle.cpu);
    }

    #[test]
    fn what_does_not_end_is_ended() {
        let measured = shell("exec sleep 600", Duration::from_millis(50));
        assert!(measured.status.is_none());
        assert!(measured.wall < LONG);
    }
}
