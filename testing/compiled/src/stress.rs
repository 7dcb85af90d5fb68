//! Programs with threads, run natively many times: what happens there must be possible
//! for the engine `explicit`.
//!
//! Only programs whose every behaviour is C's to say are compared: without inputs,
//! weak atomics and faults (`is_for_machines`), and without races, deadlocks and
//! undefined behaviour as far as `explicit` can see all of it. A racy program can do more on
//! a processor, and after a compiler, than any order of its steps explains.

use std::fs;
use std::path::Path;
use std::time::Duration;

use raddle_engines::{ExplicitOptions, Limits, explicit};
use raddle_generate::concurrent::Program;
use raddle_generate::native::{Build, DataModel};
use raddle_generate::stress::Stress;
use raddle_ir::CheckKind;
use raddle_passes::pipeline::{PipelineOptions, prepare};
use raddle_verdict::{Coverage, Verdict};

use crate::comparison::{Disagreement, Input, Reading, Way, Workshop, load};

/// For one question.
const TIME: Duration = Duration::from_secs(10);

/// What must hold of a program that is compared.
const DEFINED: [CheckKind; 6] = [
    CheckKind::Deadlock,
    CheckKind::Race,
    CheckKind::Memory,
    CheckKind::Overflow,
    CheckKind::Division,
    CheckKind::Shift,
];

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stressed {
    /// So many outcomes were seen, and are possible.
    Possible(usize),
    /// It is not one to compare, and why.
    LeftOut(&'static str),
    /// An outcome about which the engine did not say.
    Undecided(String),
}

impl Workshop {
    /// Runs the program of this seed so many times in each build.
    pub fn stress(
        &self,
        stress: &Stress,
        seed: u64,
        runs: u32,
    ) -> Result<Stressed, Box<Disagreement>> {
        let drawn = Program::random(seed);
        if !drawn.is_for_machines() {
            return Ok(Stressed::LeftOut("has inputs, weak atomics or faults"));
        }
        if drawn.observed() == 0 {
            return Ok(Stressed::LeftOut("shows nothing"));
        }
        let way = self.stressed_way(seed);
        let program = self.folder.join(format!("stress-{seed}.c"));
        let wrong = |what| {
            Box::new(Disagreement { seed, program: program.clone(), way: way.clone(), what })
        };
        let done = |stressed| {
            let _ = fs::remove_file(&program);
            Ok(stressed)
        };
        write(&program, &drawn.text_with_outputs()).map_err(wrong)?;
        let verdicts = ask(&program, &way, &DEFINED).map_err(wrong)?;
        let is_proved =
            |verdict: &Verdict| matches!(verdict, Verdict::Holds(Coverage::Complete { .. }));
        if verdicts.iter().any(|verdict| matches!(verdict, Verdict::Violated(_))) {
            return done(Stressed::LeftOut("races, waits for ever, or is undefined"));
        }
        if !verdicts.iter().all(is_proved) {
            return done(Stressed::LeftOut("is too large to be known"));
        }
        let outcomes = stress.outcomes(&program, runs).map_err(wrong)?;
        for outcome in &outcomes {
            write(&program, &drawn.text_without_outcome(outcome)).map_err(wrong)?;
            match ask(&program, &way, &[CheckKind::Assert]).map_err(wrong)?.pop() {
                Some(Verdict::Violated(_)) => {}
                Some(Verdict::Unknown(reason)) => return done(Stressed::Undecided(reason)),
                Some(Verdict::Holds(_)) | None => {
                    let what = format!("{outcome:?} was seen, but `explicit` has no such outcome");
                    return Err(wrong(what));
                }
            }
        }
        done(Stressed::Possible(outcomes.len()))
    }

    /// As the user would have it, by one of the versions of clang.
    fn stressed_way(&self, seed: u64) -> Way {
        Way {
            build: Build::Plain,
            model: DataModel::Lp64,
            clang: self.clangs[seed as usize % self.clangs.len()].clone(),
            reading: Reading::Checked,
            input: Input::Source,
            threaded: false,
            promote: true,
            simplify: true,
        }
    }
}

fn ask(program: &Path, way: &Way, kinds: &[CheckKind]) -> Result<Vec<Verdict>, String> {
    let loaded = load(program, way, &[])?;
    let ready = prepare(loaded, &PipelineOptions::default()).map_err(|error| error.to_string())?;
    let limits = Limits { time: Some(TIME), ..Limits::default() };
    let selected = kinds.iter().copied().collect();
    let options = ExplicitOptions { limits, shorten: false, ..ExplicitOptions::new(selected) };
    let report = explicit::run(&ready, &options);
    Ok(report.results.into_iter().map(|result| result.verdict).collect())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("the program cannot be written: {error}"))
}
