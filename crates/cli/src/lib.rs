//! The command line: options, progress, reports and exit codes. Knows only the
//! other crates' public faces. A library, so that [`options`] can be fuzzed as they are.

mod check;
mod check_proof;
mod diagnostic;
mod engine;
mod fingerprint;
mod invariant;
mod load;
mod logging;
mod loops;
pub mod options;
mod output;
mod outputs;
mod proof;
mod replay;
mod sequentialise;
mod show;
mod terminal;
mod units;
mod validation;
mod watchdog;
mod written;

use std::io::{ErrorKind as Fault, Write};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Instant;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use options::{Cli, Command, Format, When};
use watchdog::{GLANCE, Watchdog};

/// What the tool tells its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Holds,
    Violated,
    Unknown,
    CannotAnalyse,
}

impl Status {
    pub fn code(self) -> u8 {
        match self {
            Status::Holds => 0,
            Status::Violated => 1,
            Status::Unknown => 2,
            Status::CannotAnalyse => 3,
        }
    }
}

/// Programs nest deep; the main thread's stack is too small for the worst.
const STACK: usize = 512 << 20;

/// Does what the arguments of this process ask for.
pub fn main() -> ExitCode {
    let status = match Cli::try_parse() {
        Ok(cli) => match logging::begin() {
            Ok(()) => watched(Box::leak(Box::new(cli))),
            Err(diagnostic) => fail(&diagnostic, false, When::Auto),
        },
        Err(error) => usage(&error),
    };
    ExitCode::from(after_output(status).code())
}

/// A thread does what is asked for; this one watches it.
fn watched(cli: &'static Cli) -> Status {
    let is_json = matches!(&cli.command, Command::Check(check) if check.format == Format::Json);
    raddle_process::signals::listen();
    let watchdog: &'static Watchdog = Box::leak(Box::new(Watchdog::new(&cli.command)));
    let (sender, receiver) = channel();
    let work = move || {
        // The receiver is gone only if this process has ended.
        let _ = sender.send(run(&cli.command, watchdog));
    };
    if std::thread::Builder::new().stack_size(STACK).spawn(work).is_err() {
        // Where memory is scarce, the stack that there is must do, without a watchdog.
        raddle_process::signals::obey();
        return run(&cli.command, watchdog);
    }
    let mut interrupted: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(GLANCE) {
            Ok(status) => return status,
            Err(RecvTimeoutError::Timeout) => watchdog.look(&cli.command, &mut interrupted),
            // The panic's own message is already on standard error.
            Err(RecvTimeoutError::Disconnected) => return internal_error(is_json),
        }
    }
}

fn run(command: &Command, watchdog: &'static Watchdog) -> Status {
    match command {
        Command::Check(options) => check::run(options, watchdog),
        Command::Show(options) => show::run(options),
        Command::Sequentialise(options) => sequentialise::run(options, watchdog),
        Command::Replay(options) => replay::run(options),
        Command::CheckProof(options) => check_proof::run(options),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "raddle", &mut script);
            print(&String::from_utf8_lossy(&script));
            Status::Holds
        }
    }
}

/// Help and version are answers; everything else is a wrong command line.
fn usage(error: &clap::Error) -> Status {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    if let Some(diagnostic) = misplaced(error.kind(), &arguments) {
        return fail(&diagnostic, false, When::Auto);
    }
    if let Err(fault) = error.print() {
        let _ = LOST.set(fault);
    }
    if error.use_stderr() { Status::CannotAnalyse } else { Status::Holds }
}

/// How options of clang begin.
const CLANG_OPTIONS: [&str; 10] = ["-I", "-D", "-U", "-l", "-L", "-O", "-W", "-std", "-f", "-m"];

/// A better word for two usual slips: options of clang among ours, and no command.
fn misplaced(kind: ErrorKind, arguments: &[String]) -> Option<diagnostic::Diagnostic> {
    let command = command();
    if kind == ErrorKind::InvalidSubcommand {
        let file = arguments.first().filter(|name| {
            let is_source = |ending: &&str| name.ends_with(ending);
            [".c", ".i", ".ll"].iter().any(is_source)
        })?;
        return Some(
            diagnostic::Diagnostic::new(format!("{file:?} is no command"))
                .help(format!("to look for bugs in it: {command} check {}", arguments.join(" "))),
        );
    }
    if kind != ErrorKind::UnknownArgument {
        return None;
    }
    let ours = arguments.iter().take_while(|argument| *argument != "--");
    let is_clangs = |argument: &&String| CLANG_OPTIONS.iter().any(|o| argument.starts_with(o));
    let option = ours.clone().find(is_clangs)?;
    Some(diagnostic::Diagnostic::new(format!("raddle has no option {option:?}")).help(format!(
        "options for clang go after the files, behind --: {command} check main.c -- {option}"
    )))
}

/// How the tool was started, for messages that name a next command.
pub fn command() -> String {
    std::env::var("RADDLE_COMMAND").unwrap_or_else(|_| "raddle".to_owned())
}

fn internal_error(is_json: bool) -> Status {
    let diagnostic = diagnostic::Diagnostic::new("internal error: raddle itself has failed")
        .help("this is a bug in raddle: please report it, with the program");
    fail(&diagnostic, is_json, When::Auto)
}

/// Tells why there is no answer, to people and, if asked, to programs.
pub fn fail(diagnostic: &diagnostic::Diagnostic, is_json: bool, when: When) -> Status {
    print_message(&diagnostic.render(&terminal::message_style(when)));
    if is_json {
        print(&output::json::failure(diagnostic));
    }
    Status::CannotAnalyse
}

/// Why something that was to be printed is not.
static LOST: OnceLock<std::io::Error> = OnceLock::new();

/// To standard output.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(fault) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        let _ = LOST.set(fault);
    }
}

/// An answer that could not be printed is none. A reader that has gone away knows why,
/// and needs no message.
pub fn after_output(status: Status) -> Status {
    let Some(fault) = LOST.get() else {
        return status;
    };
    if fault.kind() != Fault::BrokenPipe {
        let diagnostic = diagnostic::Diagnostic::new(format!("cannot print the answer: {fault}"));
        fail(&diagnostic, false, When::Auto);
    }
    Status::CannotAnalyse
}

/// To standard error.
pub fn print_message(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
