//! Runs what was built, alone or in gdb.

use std::io::IsTerminal;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use raddle_frontend::on_path;
use raddle_process::start;

use crate::build::BuildError;
use crate::script::{Actor, Ending};

/// What the native run showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The failure of the trace.
    Shown,
    /// Something else; the runtime has said what, unless a reason is given.
    NotShown(Option<String>),
}

/// How the runtime ends the process; the same numbers are in `turns.h`.
const SHOWN: i32 = 81;
const NOT_SHOWN: i32 = 82;

/// Longer than any run that the runtime's own watch lets go on.
const LIMIT: Duration = Duration::from_secs(120);

/// Runs the program, which is given no environment, as in the analysis. Its input is
/// ours, unless that is a terminal: a process in a group of its own cannot read from one.
pub fn run(program: &Path, quiet: bool) -> Result<Outcome, BuildError> {
    let mut command = Command::new(program);
    let input = if std::io::stdin().is_terminal() { Stdio::null() } else { Stdio::inherit() };
    command.env_clear().stdin(input);
    if quiet {
        command.stdout(Stdio::null()).stderr(Stdio::null());
    }
    let failed = |error: std::io::Error| cannot_start(program, &error);
    let mut running = start(&mut command).map_err(failed)?;
    // A child that is dropped while it runs is ended.
    let Some(status) = running.wait(Some(LIMIT)).map_err(failed)? else {
        return Ok(Outcome::NotShown(Some(format!(
            "the native run was ended after {} seconds",
            LIMIT.as_secs()
        ))));
    };
    Ok(match status.code() {
        Some(SHOWN) => Outcome::Shown,
        Some(NOT_SHOWN) => Outcome::NotShown(None),
        Some(_) | None => {
            Outcome::NotShown(Some(format!("the program ended by itself ({status})")))
        }
    })
}

fn cannot_start(program: &Path, error: &std::io::Error) -> BuildError {
    BuildError::new(format!("cannot start {}: {error}", program.display()))
}

/// The number that gdb has for a thread: its second one is the runtime's watch, which is
/// there before the program starts any.
fn number_in_gdb(actor: Actor) -> usize {
    match actor {
        0 => 1,
        other => other + 2,
    }
}

/// Runs the program in gdb, up to the failure; the user has the terminal.
pub fn debug(program: &Path, ending: &Ending, outcome: &Path) -> Result<Outcome, BuildError> {
    let Some(gdb) = on_path(Path::new("gdb")) else {
        let mut error = BuildError::new("there is no gdb");
        error.help =
            Some("install it (Debian, Ubuntu: apt install gdb), or leave out --gdb".into());
        return Err(error);
    };
    let mut command = Command::new(gdb);
    command.arg("-q").arg("-nx");
    for setting in [
        "set startup-with-shell off",
        "set confirm off",
        "set print thread-events off",
        "break raddle_failed",
        "break raddle_diverged",
        "run",
    ] {
        command.arg("-ex").arg(setting);
    }
    // That threads wait for each other is noticed by the watch; one of them is of interest.
    if let Some((actor, _)) = ending.waiting.first() {
        command.arg("-ex").arg(format!("thread {}", number_in_gdb(*actor)));
    }
    command.arg("-ex").arg("backtrace");
    command.arg("--args").arg(program);
    let mut child = command.spawn().map_err(|error| cannot_start(Path::new("gdb"), &error))?;
    child.wait().map_err(|error| cannot_start(Path::new("gdb"), &error))?;
    Ok(match std::fs::read_to_string(outcome).as_deref() {
        Ok("shown") => Outcome::Shown,
        Ok(_) => Outcome::NotShown(None),
        Err(_) => Outcome::NotShown(Some("the failure was not reached in gdb".to_owned())),
    })
}
