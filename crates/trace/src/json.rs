//! A counterexample as a file: the schedule, what it violates, and which program
//! it belongs to, as versioned JSON.
//!
//! The file is meant to be kept, sent and read by people, so values are written
//! in their text form (`5:i32`) and places by file name and line. Everything read
//! is checked at this door: a broken file is an error, never a panic.

use std::fmt;

use raddle_ir::{CheckKind, IndexVec, Location, Program, SourceFile};
use raddle_semantics::{Choice, Schedule, Step, ThreadNumber};
use raddle_terms::Bits;
use raddle_terms::bits::MAX_WIDTH;
use serde::{Deserialize, Serialize};

use raddle_verdict::{Counterexample, Violation};

/// What the field `format` must say.
const FORMAT: &str = "raddle-trace";
/// Raised whenever old readers would misunderstand a new file.
const VERSION: u32 = 1;

/// A counterexample file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceFile {
    format: String,
    version: u32,
    /// The tool that wrote it, for people.
    pub tool: String,
    pub program: ProgramRecord,
    pub violation: ViolationRecord,
    schedule: Vec<StepRecord>,
}

/// Which program the schedule belongs to, and how it was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramRecord {
    pub files: Vec<String>,
    pub options: OptionsRecord,
    /// Of the program's text form: a changed program has another one.
    pub fingerprint: String,
}

/// The options that change what the program means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionsRecord {
    pub data_model: String,
    pub sv_comp: bool,
    pub nondet_externs: bool,
    pub malloc_may_fail: bool,
    pub optimise: u8,
    pub checks: Vec<String>,
    pub clang_arguments: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViolationRecord {
    pub check: String,
    pub message: String,
    pub thread: ThreadNumber,
    pub location: Option<LocationRecord>,
    /// For a race: the other access.
    pub other: Option<OtherRecord>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherRecord {
    pub thread: ThreadNumber,
    pub location: Option<LocationRecord>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocationRecord {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepRecord {
    thread: ThreadNumber,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    choices: Vec<ChoiceRecord>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum ChoiceRecord {
    Value(String),
    ByItself(bool),
    Object(u32),
}

/// Why a file is no counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceFileError(String);

impl fmt::Display for TraceFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TraceFileError {}

impl LocationRecord {
    pub fn new(files: &IndexVec<raddle_ir::FileId, SourceFile>, location: Location) -> Self {
        LocationRecord {
            file: files.get(location.file).map(|file| file.path.clone()).unwrap_or_default(),
            line: location.line,
            column: location.column,
        }
    }
}

impl ViolationRecord {
    pub fn new(program: &Program, violation: &Violation) -> Self {
        let record = |location: Location| LocationRecord::new(&program.files, location);
        ViolationRecord {
            check: violation.kind.name().to_owned(),
            message: violation.message.clone(),
            thread: violation.thread,
            location: violation.location.map(record),
            other: violation
                .other
                .map(|(thread, location)| OtherRecord { thread, location: location.map(record) }),
        }
    }
}

impl TraceFile {
    pub fn new(
        tool: String,
        program: &Program,
        record: ProgramRecord,
        counterexample: &Counterexample,
    ) -> Self {
        TraceFile {
            format: FORMAT.to_owned(),
            version: VERSION,
            tool,
            program: record,
            violation: ViolationRecord::new(program, &counterexample.violation),
            schedule: counterexample.schedule.steps.iter().map(StepRecord::from).collect(),
        }
    }

    pub fn to_json(&self) -> Result<String, TraceFileError> {
        let mut text = serde_json::to_string_pretty(self)
            .map_err(|error| TraceFileError(format!("cannot write the trace: {error}")))?;
        text.push('\n');
        Ok(text)
    }

    /// Reads a file, and checks all that can be checked without the program.
    pub fn from_json(text: &str) -> Result<Self, TraceFileError> {
        check_header(text)?;
        let file: TraceFile = serde_json::from_str(text).map_err(|error| {
            TraceFileError(format!("not a trace of this version of raddle: {error}"))
        })?;
        file.check_kind()?;
        file.checks()?;
        file.schedule()?;
        Ok(file)
    }

    /// The check that the schedule violates.
    pub fn check_kind(&self) -> Result<CheckKind, TraceFileError> {
        kind_named(&self.violation.check)
    }

    /// The checks that were asked when it was found.
    pub fn checks(&self) -> Result<Vec<CheckKind>, TraceFileError> {
        let names = self.program.options.checks.iter();
        names.map(|name| kind_named(name)).collect()
    }

    pub fn schedule(&self) -> Result<Schedule, TraceFileError> {
        let steps = self.schedule.iter().enumerate();
        let steps = steps.map(|(number, step)| {
            step.to_step()
                .map_err(|error| TraceFileError(format!("step {number} of the trace: {error}")))
        });
        Ok(Schedule { steps: steps.collect::<Result<_, _>>()? })
    }
}

/// Tells a file of another kind, or of another version, from a broken one.
fn check_header(text: &str) -> Result<(), TraceFileError> {
    #[derive(Deserialize)]
    struct Header {
        format: Option<String>,
        version: Option<u32>,
    }
    let header: Header = serde_json::from_str(text)
        .map_err(|error| TraceFileError(format!("not a JSON object: {error}")))?;
    if header.format.as_deref() != Some(FORMAT) {
        return Err(TraceFileError(format!(
            "not a trace: its field \"format\" is not \"{FORMAT}\""
        )));
    }
    match header.version {
        Some(VERSION) => Ok(()),
        Some(version) => Err(TraceFileError(format!(
            "its version is {version}, and this raddle reads version {VERSION}"
        ))),
        None => Err(TraceFileError("it says no version".to_owned())),
    }
}

fn kind_named(name: &str) -> Result<CheckKind, TraceFileError> {
    CheckKind::from_name(name)
        .ok_or_else(|| TraceFileError(format!("there is no check named {name:?}")))
}

impl From<&Step> for StepRecord {
    fn from(step: &Step) -> Self {
        StepRecord {
            thread: step.thread,
            choices: step
                .choices
                .iter()
                .map(|choice| match *choice {
                    Choice::Value(bits) => ChoiceRecord::Value(bits.to_string()),
                    Choice::ByItself(itself) => ChoiceRecord::ByItself(itself),
                    Choice::Object(object) => ChoiceRecord::Object(object),
                })
                .collect(),
        }
    }
}

impl StepRecord {
    fn to_step(&self) -> Result<Step, TraceFileError> {
        let choices = self.choices.iter().map(|choice| match choice {
            ChoiceRecord::Value(text) => parse_bits(text).map(Choice::Value),
            ChoiceRecord::ByItself(itself) => Ok(Choice::ByItself(*itself)),
            ChoiceRecord::Object(object) => Ok(Choice::Object(*object)),
        });
        Ok(Step { thread: self.thread, choices: choices.collect::<Result<_, _>>()? })
    }
}

/// The inverse of `Bits`' `Display`.
fn parse_bits(text: &str) -> Result<Bits, TraceFileError> {
    let broken = || TraceFileError(format!("{text:?} is no value like \"5:i32\""));
    let (value, width) = text.split_once(":i").ok_or_else(broken)?;
    let value: u128 = value.parse().map_err(|_| broken())?;
    let width: u16 = width.parse().map_err(|_| broken())?;
    if !(1..=MAX_WIDTH).contains(&width) || value & !raddle_terms::bits::mask(width) != 0 {
        return Err(broken());
    }
    Ok(Bits::new(value, width))
}

/// A short name for a text, by which a trace file notices a changed program.
pub fn fingerprint(text: &str) -> String {
    format!("{:016x}", raddle_terms::fnv::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_ir::{FunctionId, Target, index::Index};

    fn program() -> Program {
        let mut files = IndexVec::new();
        files.push(SourceFile { path: "a.c".to_owned(), text: None });
        Program {
            target: Target { pointer_bits: 64 },
            files,
            types: IndexVec::new(),
            globals: IndexVec::new(),
            functions: IndexVec::new(),
            entry: FunctionId::new(0),
        }
    }

    fn example() -> (TraceFile, Schedule) {
        let schedule = Schedule {
            steps: vec![
                Step {
                    thread: 0,
                    choices: vec![
                        Choice::Value(Bits::new(u128::MAX, 128)),
                        Choice::Object(9),
                        Choice::ByItself(true),
                    ],
                },
                Step { thread: 3, choices: vec![] },
            ],
        };
        let counterexample = Counterexample {
            violation: Violation {
                kind: CheckKind::Race,
                message: "x".to_owned(),
                location: Some(Location { file: raddle_ir::FileId::new(0), line: 3, column: 1 }),
                thread: 3,
                other: Some((0, None)),
            },
            schedule: schedule.clone(),
        };
        let record = ProgramRecord {
            files: vec!["a.c".to_owned()],
            options: OptionsRecord {
                data_model: "lp64".to_owned(),
                sv_comp: false,
                nondet_externs: false,
                malloc_may_fail: false,
                optimise: 0,
                checks: vec!["race".to_owned()],
                clang_arguments: vec![],
            },
            fingerprint: fingerprint("program"),
        };
        let file = TraceFile::new("raddle 0".to_owned(), &program(), record, &counterexample);
        (file, schedule)
    }

    #[test]
    fn what_was_written_is_read_back() {
        let (file, schedule) = example();
        let text = file.to_json().unwrap();
        let read = TraceFile::from_json(&text).unwrap();
        assert_eq!(read, file);
        assert_eq!(read.schedule().unwrap(), schedule);
        assert_eq!(read.check_kind().unwrap(), CheckKind::Race);
    }

    #[test]
    fn broken_files_are_errors_that_say_why() {
        let text = example().0.to_json().unwrap();
        for (from, to, says) in [
            ("raddle-trace", "something", "not a trace"),
            ("\"version\": 1", "\"version\": 7", "version is 7"),
            ("\"check\": \"race\"", "\"check\": \"rice\"", "rice"),
            (":i128", ":i129", "i129"),
            (":i128", ":i0", "i0"),
            (":i128", ":i5", "no value"),
            ("\"thread\": 3", "\"thread\": -3", "not a trace of this version"),
            ("{", "", "not a JSON object"),
            ("}", "", "not a JSON object"),
        ] {
            assert!(text.contains(from), "{from}");
            let error = TraceFile::from_json(&text.replacen(from, to, 1)).unwrap_err();
            assert!(error.to_string().contains(says), "{from} -> {to}: {error}");
        }
        assert!(TraceFile::from_json("").is_err());
        assert!(TraceFile::from_json(&text[..text.len() / 2]).is_err());
        assert!(TraceFile::from_json(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn fingerprints_differ_where_texts_differ() {
        assert_eq!(fingerprint(""), "cbf29ce484222325");
        assert_ne!(fingerprint("a"), fingerprint("b"));
    }
}
