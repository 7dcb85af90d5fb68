//! The command line: options, progress, reports and exit codes. Knows only the
//! other crates' public faces.

mod check;
mod check_proof;
mod diagnostic;
mod engine;
mod fingerprint;
mod judge;
mod load;
mod loops;
mod options;
mod output;
mod proof;
mod replay;
mod sequentialise;
mod show;
mod terminal;
mod units;

use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use options::{Cli, Command, Format, When};

/// What the tool tells its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Holds,
    Violated,
    Unknown,
    CannotAnalyse,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Holds => 0,
            Status::Violated => 1,
            Status::Unknown => 2,
            Status::CannotAnalyse => 3,
        })
    }
}

/// Programs nest deep; the main thread's stack is too small for the worst.
const STACK: usize = 512 << 20;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let is_json = matches!(&cli.command, Command::Check(check) if check.format == Format::Json);
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        match builder.spawn_scoped(scope, || run(&cli.command)) {
            Ok(worker) => match worker.join() {
                Ok(status) => status.into(),
                // The panic's own message is already on standard error.
                Err(_) => internal_error(is_json),
            },
            // Where memory is scarce, the stack that there is must do.
            Err(_) => run(&cli.command).into(),
        }
    })
}

fn run(command: &Command) -> Status {
    match command {
        Command::Check(options) => check::run(options),
        Command::Show(options) => show::run(options),
        Command::Sequentialise(options) => sequentialise::run(options),
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
fn usage(error: &clap::Error) -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|text| text.to_string_lossy().into_owned()).collect();
    if let Some(diagnostic) = misplaced(error.kind(), &arguments) {
        return fail(&diagnostic, false, When::Auto).into();
    }
    // Nothing can be done if even this cannot be printed.
    let _ = error.print();
    if error.use_stderr() { Status::CannotAnalyse.into() } else { Status::Holds.into() }
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

fn internal_error(is_json: bool) -> ExitCode {
    let diagnostic = diagnostic::Diagnostic::new("internal error: raddle itself has failed")
        .help("this is a bug in raddle: please report it, with the program");
    fail(&diagnostic, is_json, When::Auto).into()
}

/// Tells why there is no answer, to people and, if asked, to programs.
pub fn fail(diagnostic: &diagnostic::Diagnostic, is_json: bool, when: When) -> Status {
    print_message(&diagnostic.render(&terminal::message_style(when)));
    if is_json {
        print(&output::json::failure(diagnostic));
    }
    Status::CannotAnalyse
}

/// To standard output. A reader that has gone away is no error of ours.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// To standard error.
pub fn print_message(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
