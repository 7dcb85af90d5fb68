//! What is written: whole scripts, and questions as files.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use raddle_solver::smtlib::script;
use raddle_solver::{Answer, SolverChoice, SolverOptions, open};
use raddle_terms::{Bits, Operator, Term, TermStore};
use tempfile::TempDir;

use crate::common::{Garden, installed};

#[test]
fn a_script_shows_each_part_once() {
    let mut terms = TermStore::new();
    let (x, flag) = (terms.symbol("x", 8), terms.symbol("flag", 1));
    let one = terms.constant(Bits::new(1, 8));
    let square = terms.apply(Operator::Multiply, &[x, x]);
    let more = terms.apply(Operator::UnsignedLess, &[one, square]);
    let less = terms.apply(Operator::SignedLess, &[square, x]);
    let either = terms.or(flag, less);
    let comments = |term: Term| {
        (term == square)
            .then(|| "main.c:3".to_owned())
            .or((term == more).then(|| "a\nb".to_owned()))
    };
    let text = script(&terms, &[more, either], &comments).unwrap();
    let name = square.to_string();
    assert_eq!(
        text,
        format!(
            "(set-logic QF_BV)\n(declare-const |x!0| (_ BitVec 8))\n; main.c:3\n\
             (define-fun {name} () (_ BitVec 8) (bvmul |x!0| |x!0|))\n\
             (declare-const |flag!1| Bool)\n; a\n; b\n(assert (bvult #x01 {name}))\n\
             (assert (or |flag!1| (bvslt {name} |x!0|)))\n(check-sat)\n"
        )
    );
    assert_eq!(text, script(&terms, &[more, either], &comments).unwrap());
}

/// No recursion, and no text larger than the graph.
#[test]
fn deep_terms_are_written_in_linear_size() {
    let mut terms = TermStore::new();
    let (mut term, y) = (terms.symbol("x", 32), terms.symbol("y", 32));
    for _ in 0..50_000 {
        let product = terms.apply(Operator::Multiply, &[term, y]);
        term = terms.apply(Operator::Xor, &[product, term]);
    }
    let condition = terms.equal(term, y);
    let text = script(&terms, &[condition], &|_| None).unwrap();
    assert!(text.len() < 50_000 * 200, "{}", text.len());
}

#[test]
fn every_question_becomes_a_file() {
    let folder = TempDir::new().unwrap();
    let dump = Some(folder.path().join("new/folder"));
    let options = SolverOptions { dump: dump.clone(), ..SolverOptions::default() };
    let mut terms = TermStore::new();
    let (x, five) = (terms.symbol("x", 8), terms.constant(Bits::new(5, 8)));
    let is_five = terms.equal(x, five);
    let is_not = terms.not(is_five);
    for _ in 0..2 {
        let mut solver = open(&SolverChoice::Cadical, &options).unwrap();
        solver.assert(&terms, is_five).unwrap();
        assert_eq!(solver.check(&terms, &[]).unwrap(), Answer::Satisfiable);
        assert_eq!(solver.model(&terms).unwrap().len(), 1);
        assert_eq!(solver.check(&terms, &[is_not]).unwrap(), Answer::Unsatisfiable);
        assert_eq!(solver.core().unwrap(), [is_not]);
        assert_eq!(solver.statistics().calls, 2);
    }
    // The second solver overwrites nothing.
    for (number, status) in ["sat", "unsat", "sat", "unsat"].into_iter().enumerate() {
        let text = fs::read_to_string(dump.clone().unwrap().join(format!("{number:04}.smt2")));
        assert!(text.unwrap().contains(&format!("(set-info :status {status})")), "{number}");
    }
    let impossible = SolverOptions { dump: Some("/dev/null/x".into()), ..SolverOptions::default() };
    assert!(open(&SolverChoice::Cadical, &impossible).is_err());
}

/// What the solver inside answers is what others make of the files.
#[test]
fn files_have_the_status_that_they_claim() {
    let folder = TempDir::new().unwrap();
    let options =
        SolverOptions { dump: Some(folder.path().to_owned()), ..SolverOptions::default() };
    let mut garden = Garden::new(77, 200);
    let mut solver = open(&SolverChoice::Cadical, &options).unwrap();
    for round in 0..10 {
        let assumptions: Vec<Term> = (0..1 + round % 5).map(|_| garden.condition()).collect();
        solver.check(&garden.terms, &assumptions).unwrap();
    }
    for (name, _) in installed() {
        for number in 0..10 {
            let path = folder.path().join(format!("{number:04}.smt2"));
            let text = fs::read_to_string(&path).unwrap();
            let expected = if text.contains(":status sat") { "sat" } else { "unsat" };
            assert!(text.contains(":status"));
            let arguments: &[&str] = if name == "z3" { &["-in"] } else { &["--lang=smt2"] };
            let mut child = Command::new(name)
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
            let output = child.wait_with_output().unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), expected, "{name}: {text}");
        }
    }
}
