//! Many small programs quickly: some in one file each time, by one way that the
//! number of the file draws. Where a file disagrees its programs are tried one by one.

use std::fs;
use std::path::PathBuf;

use raddle_generate::native::{Build, DataModel};
use raddle_generate::{Subject, batch};

use crate::comparison::{Disagreement, Input, Reading, Way, Workshop, interpret, load, same};

/// So many programs are in one file.
pub const BATCH: u64 = 20;

/// What is asked for; what is not is drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    pub subject: Option<Subject>,
    pub reading: Option<Reading>,
}

/// What became of the programs of a batch.
#[derive(Default)]
pub struct Outcome {
    pub agree: u64,
    /// Programs that use what the front-end refuses, in its words.
    pub refused: Vec<String>,
    pub disagreements: Vec<Disagreement>,
}

/// Numbers that look random, from a number.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound.max(1)
    }

    /// Each choice as often as its share says.
    fn share<T: Copy>(&mut self, choices: &[(T, usize)]) -> T {
        let all = choices.iter().flat_map(|(choice, share)| vec![*choice; *share]);
        let all: Vec<T> = all.collect();
        all[self.below(all.len())]
    }
}

/// Most programs are compiled, and read, in the ways that take least time.
const BUILDS: [(Build, usize); 4] =
    [(Build::Plain, 9), (Build::Optimised, 1), (Build::Checked, 2), (Build::Other, 4)];
const READING_SHARES: [(Reading, usize); 5] = [
    (Reading::Plain, 8),
    (Reading::Checked, 5),
    (Reading::Optimised(1), 1),
    (Reading::Optimised(2), 1),
    (Reading::Optimised(3), 1),
];

const SUBJECTS: [(Subject, usize); 3] =
    [(Subject::Language, 3), (Subject::Bytes, 2), (Subject::Library, 1)];
const INPUTS: [(Input, usize); 4] =
    [(Input::Source, 3), (Input::Text, 1), (Input::BareText, 1), (Input::Halves, 1)];

impl Workshop {
    /// Compares the programs of the seeds, which all belong to this batch.
    pub fn compare_batch(&self, number: u64, seeds: &[u64], wanted: Wanted) -> Outcome {
        let (subject, way) = self.drawn(number, wanted);
        let together = self.compare_together(subject, &way, seeds, format!("batch-{number}"));
        let mut outcome = Outcome::default();
        let Err(first) = together else {
            outcome.agree = seeds.len() as u64;
            return outcome;
        };
        for seed in seeds {
            let name = format!("small-{seed}");
            match self.compare_together(subject, &way, &[*seed], name) {
                Ok(()) => outcome.agree += 1,
                Err((_, what)) if what.contains(" not supported") => outcome.refused.push(what),
                Err((program, what)) => outcome.disagreements.push(Disagreement {
                    seed: *seed,
                    program,
                    way: way.clone(),
                    what,
                }),
            }
        }
        if outcome.agree == seeds.len() as u64 {
            let (program, what) = first;
            let what = format!("all programs of this file together: {what}");
            outcome.disagreements.push(Disagreement { seed: seeds[0], program, way, what });
        } else {
            let _ = fs::remove_file(first.0);
        }
        outcome
    }

    fn compare_together(
        &self,
        subject: Subject,
        way: &Way,
        seeds: &[u64],
        name: String,
    ) -> Result<(), (PathBuf, String)> {
        let program = self.folder.join(name).with_extension("c");
        let told = |what| (program.clone(), what);
        fs::write(&program, batch(subject, seeds))
            .map_err(|error| told(format!("the program cannot be written: {error}")))?;
        let native = self
            .natives
            .iter()
            .find(|native| native.model() == way.model)
            .unwrap_or(&self.natives[0]);
        let expected = native.run(&program, way.build).map_err(told)?;
        let loaded = load(&program, way, &[]).map_err(told)?;
        interpret(loaded, way).and_then(|run| same(&expected, &run)).map_err(told)?;
        // Only a program that says something is kept.
        for made in ["c", "ll", "ONLY_DATA.c", "ONLY_CODE.c"] {
            let _ = fs::remove_file(program.with_extension(made));
        }
        Ok(())
    }

    /// What a batch is about, and the way that its programs go.
    pub fn drawn(&self, number: u64, wanted: Wanted) -> (Subject, Way) {
        let mut draw = Draw(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number >> 5);
        draw.below(2);
        let drawn = draw.share(&SUBJECTS);
        let subject = wanted.subject.unwrap_or(drawn);
        let model = match subject {
            Subject::Library => DataModel::Lp64,
            Subject::Language | Subject::Bytes => {
                self.natives[draw.below(self.natives.len())].model()
            }
        };
        let (input, reading) = (draw.share(&INPUTS), draw.share(&READING_SHARES));
        let input = match (subject, input) {
            (Subject::Language, Input::Halves) | (Subject::Library, _) => Input::Source,
            (Subject::Language | Subject::Bytes, input) => input,
        };
        let way = Way {
            build: draw.share(&BUILDS),
            model,
            clang: self.clangs[draw.below(self.clangs.len())].clone(),
            reading: wanted.reading.unwrap_or(reading),
            input,
            threaded: draw.below(4) == 0,
            promote: draw.below(3) != 0,
            simplify: draw.below(3) != 0,
        };
        (subject, way)
    }
}
