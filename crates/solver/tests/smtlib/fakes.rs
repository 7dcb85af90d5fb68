//! Solvers that misbehave: small scripts in a temporary folder.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use raddle_solver::{Answer, ProcessSolver, Solver, SolverError, SolverOptions};
use raddle_terms::{Bits, Term, TermStore};
use tempfile::TempDir;

/// A program of this name, whose process number is then in `pid`.
fn program(folder: &TempDir, body: &str) -> PathBuf {
    let path = folder.path().join("fake");
    let pid = folder.path().join("pid");
    fs::write(&path, format!("#!/bin/sh\necho $$ > '{}'\n{body}\n", pid.display())).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Answers to each line that ends in a question; the models are empty.
fn answering(verdict: &str, values: &str) -> String {
    format!(
        "while read line; do case \"$line\" in\n\
         '(check-sat'*) echo '{verdict}';;\n\
         '(get-'*) echo '{values}';;\nesac; done"
    )
}

/// Starts a program that may just have been written by a thread which another
/// thread's new process still has open.
fn start(path: &Path, options: &SolverOptions) -> ProcessSolver {
    for _ in 0..100 {
        match ProcessSolver::start(path, options) {
            Ok(solver) => return solver,
            Err(error) if error.message.contains("busy") => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(error) => panic!("{error}"),
        }
    }
    panic!("{} stays busy", path.display());
}

/// `x = 5`, asked of the script.
fn ask(body: &str, options: &SolverOptions) -> Result<Answer, SolverError> {
    let folder = TempDir::new().unwrap();
    let mut solver = start(&program(&folder, body), options);
    let (terms, condition) = question();
    solver.check(&terms, &[condition])
}

fn question() -> (TermStore, Term) {
    let mut terms = TermStore::new();
    let (x, five) = (terms.symbol("x", 8), terms.constant(Bits::new(5, 8)));
    let condition = terms.equal(x, five);
    (terms, condition)
}

fn failure(body: &str) -> String {
    let error = ask(body, &SolverOptions::default()).unwrap_err();
    assert!(error.help.as_ref().is_some_and(|help| help.contains("--solver cadical")), "{error}");
    error.message
}

#[test]
fn a_missing_solver_is_an_error_that_says_how_to_get_it() {
    let nowhere = ProcessSolver::start(Path::new("/nowhere/z3"), &SolverOptions::default());
    let error = nowhere.err().unwrap();
    assert!(error.message.contains("/nowhere/z3"), "{error}");
    assert!(error.help.unwrap().contains("--solver cadical"));
}

#[test]
fn a_dying_solver_is_an_error_with_its_last_words() {
    let message = failure("read line; echo 'out of luck' >&2; exit 3");
    assert!(message.contains("out of luck") && message.contains('3'), "{message}");
    let message = failure("exec >&-; exec sleep 1000");
    assert!(message.contains("ended without an answer"), "{message}");
}

#[test]
fn garbage_is_an_error() {
    for body in [
        answering("perhaps", ""),
        answering("(sat)", ""),
        answering(")", ""),
        answering("sat", "((x #b1))"),
        answering("sat", "((x #x05) (y #x05))"),
        answering("sat", "sat"),
        answering("unsat", "(something else)"),
        answering("unsat", "unsat"),
        "echo '(error \"I do not speak that\")'; exec cat".to_owned(),
        "exec cat".to_owned(),
        "exec yes ''".to_owned(),
        "exec yes '('".to_owned(),
        "exec yes '|'".to_owned(),
    ] {
        failure(&body);
    }
}

#[test]
fn a_lying_solver_is_an_error() {
    let message = failure(&answering("sat", "((x #x06))"));
    assert!(message.contains("not true"), "{message}");
}

#[test]
fn an_honest_solver_is_believed() {
    let ask = |body: &str| ask(body, &SolverOptions::default()).unwrap();
    assert_eq!(ask(&answering("sat", "((x #x05))")), Answer::Satisfiable);
    assert_eq!(
        ask(&format!("echo success\n{}", answering("sat", "((x #x05))"))),
        Answer::Satisfiable
    );
    assert_eq!(ask(&answering("unsat", "()")), Answer::Unsatisfiable);
    let unknown = ask(&answering("unknown", "(:reason-unknown \"too hard\")"));
    assert!(matches!(unknown, Answer::Unknown(reason) if reason.contains("too hard")));
}

#[test]
fn a_failed_solver_stays_failed() {
    let folder = TempDir::new().unwrap();
    let mut solver = start(&program(&folder, "exit 1"), &SolverOptions::default());
    let (terms, condition) = question();
    let first = solver.check(&terms, &[condition]).unwrap_err();
    assert_eq!(solver.check(&terms, &[]).unwrap_err(), first);
    assert!(solver.model(&terms).is_err() && solver.core().is_err());
}

/// Whether the process that wrote its number there ends, as soon as the machine has time for it.
fn ends(folder: &TempDir) -> bool {
    let patience = Instant::now() + Duration::from_secs(60);
    while is_running(folder) && Instant::now() < patience {
        thread::sleep(Duration::from_millis(5));
    }
    !is_running(folder)
}

/// Whether the process that wrote its number there still runs; one that was ended before it could
/// write does not.
fn is_running(folder: &TempDir) -> bool {
    let number = fs::read_to_string(folder.path().join("pid")).unwrap_or_default();
    !number.trim().is_empty() && Path::new("/proc").join(number.trim()).exists()
}

#[test]
fn a_hanging_solver_is_ended_at_the_deadline() {
    let folder = TempDir::new().unwrap();
    let deadline = Some(Instant::now() + Duration::from_millis(300));
    let options = SolverOptions { deadline, ..SolverOptions::default() };
    // It does not even read what it is told.
    let mut solver = start(&program(&folder, "exec sleep 1000"), &options);
    let (mut terms, condition) = question();
    for number in 0..20_000 {
        let symbol = terms.fresh("much", 32);
        let number = terms.constant(Bits::new(number, 32));
        let condition = terms.equal(symbol, number);
        solver.assert(&terms, condition).unwrap();
    }
    let limit = Answer::Unknown("the time limit was reached".to_owned());
    assert_eq!(solver.check(&terms, &[condition]).unwrap(), limit);
    if Path::new("/proc/self").exists() {
        assert!(ends(&folder));
    }
    assert_eq!(solver.check(&terms, &[]).unwrap(), limit);
}

#[test]
fn a_solver_can_be_interrupted_and_asked_again() {
    let folder = TempDir::new().unwrap();
    let flag = Arc::new(AtomicBool::new(false));
    let options = SolverOptions { interrupt: Some(flag.clone()), ..SolverOptions::default() };
    // The first time it hangs.
    let body = "[ -e \"$0.again\" ] || { touch \"$0.again\"; exec sleep 1000; }\n".to_owned()
        + &answering("sat", "((x #x05))");
    let mut solver = start(&program(&folder, &body), &options);
    let (terms, condition) = question();
    let marker = folder.path().join("fake.again");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !marker.exists() {
                std::thread::yield_now();
            }
            flag.store(true, Ordering::Relaxed);
        });
        let answer = solver.check(&terms, &[condition]).unwrap();
        assert_eq!(answer, Answer::Unknown("the solver was interrupted".to_owned()));
    });
    flag.store(false, Ordering::Relaxed);
    assert_eq!(solver.check(&terms, &[condition]).unwrap(), Answer::Satisfiable);
}

#[test]
fn no_process_is_left_behind() {
    let folder = TempDir::new().unwrap();
    let mut solver =
        start(&program(&folder, &answering("sat", "((x #x05))")), &SolverOptions::default());
    let (terms, condition) = question();
    assert_eq!(solver.check(&terms, &[condition]).unwrap(), Answer::Satisfiable);
    if Path::new("/proc/self").exists() {
        assert!(is_running(&folder));
        drop(solver);
        assert!(ends(&folder));
    }
}
