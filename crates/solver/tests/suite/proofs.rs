//! What solvers write down, followed step by step by the checker of certificates.

use std::path::Path;

use raddle_certificate::digest::Digest;
use raddle_certificate::{Counts, check_part};
use raddle_solver::circuit::{Clauses, Literal};
use raddle_solver::sat::SatSolver;
use raddle_solver::{Answer, Cadical, ProofFile, Proofs, SolverOptions};

use crate::common::Random;

/// Checks every file, and that it has what the solvers say.
pub fn check_all(folder: &Path, proofs: Option<Proofs>) -> Counts {
    let mut total = Counts::default();
    for file in proofs.unwrap().finished().unwrap() {
        let text = std::fs::read(folder.join(&file.name)).unwrap();
        assert_eq!(Digest::of(&text).text(), format!("{:016x}", file.digest));
        let counts =
            check_part(text.as_slice()).unwrap_or_else(|error| panic!("{}:{error}", file.name));
        let ProofFile { name: _, engine: _, answers, clauses, steps, lemmas, facts, digest: _ } =
            file;
        assert_eq!(counts, Counts { answers, clauses, steps, lemmas, facts });
        total.add(&counts);
    }
    total
}

fn random_clause(random: &mut Random, variables: usize) -> Vec<Literal> {
    let literal =
        |_| Literal::of_variable(random.below(variables) as i32 + 1).negated_if(random.coin());
    (0..3).map(literal).collect()
}

/// Hard enough that clauses are set aside and wanted back.
#[test]
fn answers_about_random_clauses_have_proofs() {
    let folder = tempfile::tempdir().unwrap();
    let proofs = Some(Proofs::new(folder.path()));
    let options = SolverOptions { proofs: proofs.clone(), ..SolverOptions::default() };
    let mut random = Random(11);
    let mut refuted = 0;
    for _ in 0..12 {
        let variables = 20 + random.below(140);
        let mut cadical = Cadical::new(&options);
        for _ in 0..variables {
            cadical.new_variable();
        }
        for round in 0..12 {
            let count = if round == 0 { 3 * variables } else { variables / 6 };
            for _ in 0..count {
                cadical.add_clause(&random_clause(&mut random, variables));
            }
            for _ in 0..3 {
                let mut assumptions = random_clause(&mut random, variables);
                assumptions.extend(random_clause(&mut random, variables));
                refuted += u64::from(cadical.solve(&assumptions) == Answer::Unsatisfiable);
            }
        }
    }
    let total = check_all(folder.path(), proofs);
    assert_eq!(total.answers, refuted);
    assert!(refuted > 50 && total.steps > 1000, "{total}");
}

#[test]
fn a_proof_that_cannot_be_written_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let proofs = Proofs::new(&folder.path().join("missing"));
    let options = SolverOptions { proofs: Some(proofs.clone()), ..SolverOptions::default() };
    let mut cadical = Cadical::new(&options);
    let literal = cadical.new_variable();
    cadical.add_clause(&[literal]);
    assert_eq!(cadical.solve(&[!literal]), Answer::Unsatisfiable);
    drop(cadical);
    let failure = proofs.finished().unwrap_err();
    assert!(failure.contains("0001.proof"), "{failure}");
}

#[test]
fn files_are_finished_when_the_solver_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let proofs = Proofs::new(folder.path());
    let options = SolverOptions { proofs: Some(proofs.of("some")), ..SolverOptions::default() };
    let cadical = Cadical::new(&options);
    assert!(proofs.finished().is_err());
    drop(cadical);
    let files = proofs.finished().unwrap();
    assert_eq!(files.iter().map(|file| file.engine).collect::<Vec<_>>(), ["some"]);
}
