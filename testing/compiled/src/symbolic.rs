//! The engine `bmc` against compiled code: what the compiled program shows becomes
//! assertions. That each output is what it was must hold; that one of them is not must
//! be violated. The values that the program starts with are solutions of equations, so
//! that all of it goes through the circuits of the solver.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

use raddle_engines::symbolic::bmc;
use raddle_engines::{Limits, SymbolicOptions};
use raddle_generate::hidden_program;
use raddle_generate::native::Build;
use raddle_ir::CheckKind;
use raddle_passes::pipeline::{PipelineOptions, prepare};
use raddle_verdict::Verdict;

use crate::batches::Wanted;
use crate::comparison::{Disagreement, Input, Reading, Way, Workshop, load};

/// For one question.
const TIME: Duration = Duration::from_secs(10);

/// What the engine said to the assertions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Right,
    /// It did not say, and why.
    Undecided(String),
}

impl Workshop {
    /// Asks about the small program of this seed.
    pub fn compare_symbolically(&self, seed: u64) -> Result<Answer, Box<Disagreement>> {
        let (_, way) = self.drawn(seed, Wanted::default());
        let native = self
            .natives
            .iter()
            .find(|native| native.model() == way.model)
            .unwrap_or(&self.natives[0]);
        let way = Way {
            reading: Reading::Plain,
            input: Input::Source,
            threaded: false,
            model: native.model(),
            ..way
        };
        let program = self.folder.join(format!("hidden-{seed}.c"));
        let wrong = |what| {
            Box::new(Disagreement { seed, program: program.clone(), way: way.clone(), what })
        };
        let text = hidden_program(seed);
        write(&program, &text).map_err(wrong)?;
        let outputs = native.run(&program, Build::Plain).map_err(wrong)?.outputs;
        let unequal = seed as usize % outputs.len().max(1);
        for (unequal, expected) in [(None, true), (Some(unequal), false)] {
            write(&program, &with_assertions(&text, &outputs, unequal)).map_err(wrong)?;
            match ask(&program, &way).map_err(wrong)? {
                Verdict::Holds(_) if expected => {}
                Verdict::Violated(_) if !expected => {}
                Verdict::Unknown(reason) => {
                    let _ = fs::remove_file(&program);
                    return Ok(Answer::Undecided(reason));
                }
                other @ (Verdict::Holds(_) | Verdict::Violated(_)) => {
                    let what = if expected { "equal" } else { "unequal" };
                    return Err(wrong(format!("the outputs are {what}, but: {other:?}")));
                }
            }
        }
        let _ = fs::remove_file(&program);
        Ok(Answer::Right)
    }
}

/// The program, in which outputs are compared with these; one of them must be unequal.
fn with_assertions(text: &str, outputs: &[u64], unequal: Option<usize>) -> String {
    let mut values = String::new();
    for output in outputs {
        // Writing to a string cannot fail.
        let _ = write!(values, "{output}ULL, ");
    }
    let unequal = unequal.map_or("0xffffffff".to_owned(), |position| position.to_string());
    format!(
        "#define __raddle_output check_output\n{text}
void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function);

static const unsigned long long expected_outputs[] = {{ {values}0 }};

void check_output(unsigned long long value)
{{
    static unsigned position;
    if ((value == expected_outputs[position]) == (position == {unequal}u))
        __assert_fail(\"value\", \"\", position, \"\");
    position++;
}}
"
    )
}

fn ask(program: &Path, way: &Way) -> Result<Verdict, String> {
    let loaded = load(program, way, &["-DHIDE_VALUES"])?;
    let passes = PipelineOptions {
        promote: way.promote,
        simplify: way.simplify,
        ..PipelineOptions::default()
    };
    let ready = prepare(loaded, &passes).map_err(|error| error.to_string())?;
    let limits = Limits { time: Some(TIME), ..Limits::default() };
    let selected = [CheckKind::Assert].into_iter().collect();
    let options = SymbolicOptions { limits, ..SymbolicOptions::new(selected) };
    let report = bmc::run(&ready, &options);
    let result = report.results.into_iter().find(|result| result.kind == CheckKind::Assert);
    result.map(|result| result.verdict).ok_or("no word about assertions".to_owned())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("the program cannot be written: {error}"))
}
