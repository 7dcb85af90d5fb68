//! `./x fuzz mutants`: programs that hold, each broken by a small edit
//! (`raddle_generate::mutants`). The judge says which of them are bugs now; where there is
//! too much for it, a native run under stress may. Every way must say the same.
//!
//! Half of the programs are ours, from `tests/programs` and `examples`, and are said there
//! to hold; the others are generated, and `explicit` or `modular` says it of them. Seeds that follow
//! each other share a program, so that it need not be looked for each time.

use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;
use std::sync::Mutex;

use raddle_generate::concurrent::Program;
use raddle_generate::mutants::{Mutant, any_mutant};
use raddle_generate::stress::Stress;
use raddle_ir::CheckKind;

use super::claims::{Answers, Claim};
use super::trial::{Bench, Finding, Said, Source};
use super::ways::{Looking, Reading, Way};
use crate::expectations::{Answer, FOLDERS, Run, c_files, runs_of};

/// So many seeds share a program.
const SHARING: u64 = 5;
/// How many edits are tried until clang accepts one, and how many programs until one holds.
const TRIES: u64 = 20;
/// How often a mutant is run natively.
const RUNS: u32 = 40;
/// A run that takes longer says nothing.
const RUN_SECONDS: u32 = 2;

/// A program that holds.
#[derive(Clone, Debug)]
pub struct Origin {
    name: String,
    source: Source,
    /// It means the same with pointers of 32 bits.
    any_width: bool,
}

/// Where mutants come from.
pub struct Origins {
    written: Vec<Origin>,
    /// The last one that was generated, with its number.
    generated: Mutex<Option<(u64, Option<Origin>)>>,
    stress: Option<Stress>,
}

/// A mutant with its origin.
pub struct Case {
    pub source: Source,
    pub origin: String,
    pub edit: String,
    any_width: bool,
}

impl Case {
    pub fn with_text(&self, text: String) -> Case {
        let source = Source { text, ..self.source.clone() };
        Case { source, origin: self.origin.clone(), edit: self.edit.clone(), ..*self }
    }

    /// Of these ways those that may look at it.
    fn allowed(&self, ways: &[Way]) -> Vec<Way> {
        let may = |way: &&Way| self.any_width || way.reading != Reading::Narrow;
        ways.iter().filter(may).copied().collect()
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "// {}: {}\n{}", self.origin, self.edit, self.source.text)
    }
}

impl Origins {
    /// `folder` is for what the native runs need; without a compiler there are none.
    pub fn read(folder: &Path) -> Origins {
        let runs = FOLDERS.iter().flat_map(|name| runs_of(name));
        let mut written: Vec<Origin> =
            runs.filter(is_suitable).filter_map(|run| of_run(&run)).collect();
        let examples = c_files(&crate::root().join("examples"));
        written.extend(examples.iter().filter_map(|path| of_example(path)));
        Origins { written, generated: Mutex::new(None), stress: Stress::prepare(folder).ok() }
    }

    /// The mutant of a seed at a try.
    pub fn case(&self, bench: &Bench, seed: u64, attempt: u64) -> Option<Case> {
        let number = seed / SHARING;
        let origin = if number.is_multiple_of(2) {
            self.written.iter().max_by_key(|origin| rank(number, &origin.name))?.clone()
        } else {
            self.generated(bench, number)?
        };
        let Mutant { text, edit } = any_mutant(&origin.source.text, seed * TRIES + attempt)?;
        let source = Source { text, ..origin.source };
        Some(Case { source, origin: origin.name, edit, any_width: origin.any_width })
    }

    /// A program of the generator of which everything holds.
    fn generated(&self, bench: &Bench, number: u64) -> Option<Origin> {
        let mut last = self.generated.lock().ok()?;
        match &*last {
            Some((known, origin)) if *known == number => origin.clone(),
            Some(_) | None => {
                let found =
                    (number * TRIES..(number + 1) * TRIES).find_map(|seed| proved(bench, seed));
                *last = Some((number, found.clone()));
                found
            }
        }
    }

    /// Looks at the mutant of a seed.
    pub fn look(
        &self,
        bench: &Bench,
        seed: u64,
        ways: &[Way],
    ) -> Result<(Said, Fates), Box<(Case, Finding)>> {
        let mut fates = Fates::default();
        for attempt in 0..TRIES {
            let Some(case) = self.case(bench, seed, attempt) else { break };
            let name = format!("mutant-{seed}");
            match bench.look(&name, &case.source, &case.allowed(ways)) {
                Ok(said) => {
                    let aborts = self.aborts(bench, &name, &case, &said);
                    fates.add(&said, aborts);
                    return match said.iter().find(|(_, answers)| aborts && denies(answers)) {
                        Some((way, _)) => Err(Box::new((case, Finding::Denial { way: *way }))),
                        None => Ok((said, fates)),
                    };
                }
                Err(Finding::Unread(_)) => fates.refused += 1,
                Err(finding) => return Err(Box::new((case, finding))),
            }
        }
        fates.open += 1;
        Ok((Vec::new(), fates))
    }

    /// Whether an assertion fails natively, where the judge says nothing about them.
    fn aborts(&self, bench: &Bench, name: &str, case: &Case, said: &Said) -> bool {
        let undecided = judged(said).any(|claim| claim == (CheckKind::Assert, Claim::Nothing));
        let Some(stress) =
            self.stress.as_ref().filter(|_| undecided && has_one_meaning(case, said))
        else {
            return false;
        };
        let arguments = &case.source.arguments;
        let run = |path: &Path| stress.aborts(path, arguments, RUNS, RUN_SECONDS);
        matches!(bench.with_file(name, &case.source, run), Ok(Ok(true)))
    }
}

fn denies(answers: &Answers) -> bool {
    answers.claim(CheckKind::Assert) == Claim::Holds
}

/// What the judge said.
fn judged(said: &Said) -> impl Iterator<Item = (CheckKind, Claim)> {
    let judge = said.iter().filter(|(way, _)| way.looking == Looking::Judge);
    judge.flat_map(|(_, answers)| answers.claims.iter().copied())
}

/// Who ranks highest is taken, so that one program more changes few choices.
fn rank(number: u64, name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (number, name).hash(&mut hasher);
    hasher.finish()
}

/// What the machine does is what sequential consistency allows: no races, no weak orders,
/// nothing that only a verifier knows.
fn has_one_meaning(case: &Case, said: &Said) -> bool {
    let races =
        |claim: Claim| said.iter().any(|(_, answers)| answers.claim(CheckKind::Race) == claim);
    races(Claim::Holds)
        && !races(Claim::Violated)
        && raddle_generate::concurrent::is_for_machines(&case.source.text)
}

/// It holds, by its head, needs nothing but its text, and nobody finds it hard.
fn is_suitable(run: &Run) -> bool {
    let concerns =
        run.starts_threads || run.name.starts_with("nondet") || run.name.starts_with("symbolic");
    concerns
        && run.arguments.is_empty()
        && run.files.len() == 1
        && run.slow.is_empty()
        && run.expected.values().all(|answers| answers == &[Answer::Holds])
}

fn of_run(run: &Run) -> Option<Origin> {
    let text = fs::read_to_string(run.files.first()?).ok()?;
    let folder = run.files.first()?.parent()?;
    let include = format!("-I{}", folder.display());
    let arguments = run.clang_arguments.iter().cloned().chain([include]).collect();
    let text = without_conditions(&text, &run.clang_arguments)?;
    Some(Origin { name: run.name.clone(), source: Source { text, arguments }, any_width: false })
}

/// Those whose expected output says so.
fn of_example(path: &Path) -> Option<Origin> {
    let name = path.file_stem()?.to_string_lossy().into_owned();
    let expected = path.parent()?.join("expected").join(&name).with_extension("txt");
    let text = fs::read_to_string(path).ok()?;
    let holds = !fs::read_to_string(expected).ok()?.contains("violated");
    let source = Source::from(without_conditions(&text, &[])?);
    holds.then_some(Origin { name, source, any_width: false })
}

fn proved(bench: &Bench, seed: u64) -> Option<Origin> {
    let source = Source::from(Program::random(seed).text());
    let provers = [Way::named("explicit")?, Way::named("modular")?];
    let said = bench.look(&format!("origin-{seed}"), &source, &provers).ok()?;
    let holds_for =
        |kind: CheckKind| said.iter().any(|(_, answers)| answers.claim(kind) == Claim::Holds);
    // Of deadlocks `modular` does not speak.
    let mut kinds = said.iter().flat_map(|(_, answers)| &answers.claims).map(|(kind, _)| *kind);
    let holds = kinds.all(|kind| kind == CheckKind::Deadlock || holds_for(kind))
        && said.iter().all(|(_, answers)| answers.claim(CheckKind::Deadlock) != Claim::Violated);
    holds.then_some(Origin { name: format!("generated {seed}"), source, any_width: true })
}

/// The text with what `#ifdef` and `#ifndef` leave of it, so that no edit is made where
/// nothing is compiled; nothing where there are other conditions.
fn without_conditions(text: &str, arguments: &[String]) -> Option<String> {
    let given =
        |argument: &String| Some(argument.strip_prefix("-D")?.split('=').next()?.to_owned());
    let mut defined: Vec<String> = arguments.iter().filter_map(given).collect();
    let mut open: Vec<bool> = Vec::new();
    let mut result = String::new();
    for line in text.lines() {
        let directive = line.trim_start().strip_prefix('#').unwrap_or_default().trim_start();
        let (word, name) = directive.split_once(char::is_whitespace).unwrap_or((directive, ""));
        let name = name.trim();
        let is_known = defined.iter().any(|known| known == name);
        match word {
            "ifdef" => open.push(is_known),
            "ifndef" => open.push(!is_known),
            "else" => {
                let last = open.last_mut()?;
                *last = !*last;
            }
            "endif" => {
                open.pop()?;
            }
            "if" | "elif" => return None,
            _ if open.contains(&false) => {}
            _ => {
                if word == "define" {
                    defined.extend(
                        name.split(|c: char| !c.is_alphanumeric() && c != '_')
                            .next()
                            .map(str::to_owned),
                    );
                }
                result.push_str(line);
                result.push('\n');
            }
        }
    }
    open.is_empty().then_some(result)
}

/// What became of mutants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fates {
    /// The judge has seen a violation.
    bugs: u64,
    /// The judge has not seen all, but an assertion failed natively.
    native: u64,
    /// The judge has seen all, and there is none.
    hold: u64,
    /// Neither: only the engines against each other.
    open: u64,
    /// Edits that clang did not accept; others were made in their place.
    refused: u64,
}

const WRITTEN: &str = "fates ";

impl Fates {
    fn add(&mut self, said: &Said, aborts: bool) {
        let judged: Vec<Claim> = judged(said).map(|(_, claim)| claim).collect();
        *(if judged.contains(&Claim::Violated) {
            &mut self.bugs
        } else if aborts {
            &mut self.native
        } else if !judged.is_empty() && judged.iter().all(|claim| *claim == Claim::Holds) {
            &mut self.hold
        } else {
            &mut self.open
        }) += 1;
    }

    pub fn join(&mut self, other: Fates) {
        self.bugs += other.bugs;
        self.native += other.native;
        self.hold += other.hold;
        self.open += other.open;
        self.refused += other.refused;
    }

    /// For another process.
    pub fn written(&self) -> String {
        let Fates { bugs, native, hold, open, refused } = self;
        format!("{WRITTEN}{bugs} {native} {hold} {open} {refused}\n")
    }

    /// Adds what another process wrote; `false` if that is no such line.
    pub fn read(&mut self, line: &str) -> bool {
        let Some(line) = line.strip_prefix(WRITTEN) else { return false };
        let numbers: Vec<u64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [bugs, native, hold, open, refused] = numbers[..] else { return false };
        self.join(Fates { bugs, native, hold, open, refused });
        true
    }
}

impl fmt::Display for Fates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fates { bugs, native, hold, open, refused } = self;
        write!(
            f,
            "of the mutants {bugs} are bugs and {hold} hold by the judge, {native} fail natively, \
             of {open} only engines speak; {refused} edits were no C"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_of_the_preprocessor_are_decided() {
        let text = "a\n#ifdef X\nb\n#else\nc\n#endif\n#define Y(z) z\n#ifndef Y\nd\n#endif\n";
        let with = |arguments: &[&str]| {
            let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
            without_conditions(text, &arguments).expect("decided")
        };
        assert_eq!(with(&[]), "a\nc\n#define Y(z) z\n");
        assert_eq!(with(&["-DX=3"]), "a\nb\n#define Y(z) z\n");
        assert_eq!(without_conditions("#if X\n#endif\n", &[]), None);
        assert_eq!(without_conditions("#endif\n", &[]), None);
    }

    #[test]
    fn fates_are_handed_over() {
        let fates = Fates { bugs: 1, native: 2, hold: 3, open: 4, refused: 5 };
        let mut read = Fates::default();
        assert!(read.read(fates.written().trim_end()));
        assert_eq!(read, fates);
        assert!(!read.read("tally judge 1"));
    }

    #[test]
    fn there_are_programs_to_break() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let origins = Origins::read(folder.path());
        assert!(origins.written.len() > 100, "{}", origins.written.len());
        assert!(origins.written.iter().any(|origin| origin.name == "peterson"));
    }
}
