//! One program, looked at in several ways: do they agree?

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use raddle_frontend::{Clang, FrontendOptions};
use raddle_ir::{CheckKind, Program, Target};

use super::claims::Answers;
use super::ways::{Reading, WAYS, Way};

/// Older ones first.
const CLANGS: [&str; 6] = ["clang-14", "clang-15", "clang-16", "clang-17", "clang-18", "clang-19"];

/// What is needed to look at programs.
#[derive(Clone, Debug)]
pub struct Bench {
    folder: PathBuf,
    old_clang: Option<PathBuf>,
    /// Whether there are headers for pointers of 32 bits.
    narrow: bool,
    /// How long each way may take for a program.
    pub time: Duration,
}

/// A program in C, and what clang must be told to read it.
#[derive(Clone, Debug)]
pub struct Source {
    pub text: String,
    pub arguments: Vec<String>,
}

impl From<String> for Source {
    fn from(text: String) -> Source {
        Source { text, arguments: Vec::new() }
    }
}

/// What somebody should look at.
#[derive(Clone, Debug)]
pub enum Finding {
    /// The two cannot both be right.
    Contradiction { kind: CheckKind, one: Way, other: Way },
    /// It denies that an assertion fails which failed natively.
    Denial { way: Way },
    /// It is wrong by its own account.
    Complaint { way: Way, what: String },
    /// The program could not be read.
    Unread(String),
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Contradiction { kind, one, other } => {
                write!(f, "{}: {} and {} contradict each other", kind.name(), one.name, other.name)
            }
            Finding::Denial { way } => {
                write!(f, "assert: {} denies what happened natively", way.name)
            }
            Finding::Complaint { way, what } => write!(f, "{}: {what}", way.name),
            Finding::Unread(what) => write!(f, "cannot be read: {what}"),
        }
    }
}

impl Finding {
    /// The ways that it takes to see it again.
    pub fn ways(&self) -> Vec<Way> {
        match self {
            Finding::Contradiction { one, other, .. } => vec![*one, *other],
            Finding::Denial { way } | Finding::Complaint { way, .. } => vec![*way],
            Finding::Unread(_) => WAYS[1..2].to_vec(),
        }
    }

    /// Whether both speak of the same fault.
    pub fn is_like(&self, other: &Finding) -> bool {
        match (self, other) {
            (
                Finding::Contradiction { kind, one, other },
                Finding::Contradiction { kind: same_kind, one: same_one, other: same_other },
            ) => (kind, one, other) == (same_kind, same_one, same_other),
            (Finding::Complaint { way, .. }, Finding::Complaint { way: same, .. }) => way == same,
            (Finding::Denial { way }, Finding::Denial { way: same }) => way == same,
            (Finding::Unread(_), Finding::Unread(_)) => true,
            (
                Finding::Contradiction { .. }
                | Finding::Denial { .. }
                | Finding::Complaint { .. }
                | Finding::Unread(_),
                _,
            ) => false,
        }
    }
}

/// What was said, in the order of the ways.
pub type Said = Vec<(Way, Answers)>;

impl Bench {
    pub fn new(folder: &Path, time: Duration) -> Result<Bench, String> {
        let newest = Clang::find(None).map_err(|error| error.to_string())?;
        let mut found = CLANGS.iter().filter_map(|name| Clang::find(Some(Path::new(name))).ok());
        let oldest = found.next().map(|clang| clang.path().to_owned());
        let old_clang = oldest.filter(|path| path != newest.path());
        let mut bench = Bench { folder: folder.to_owned(), old_clang, narrow: false, time };
        let trial = folder.join("trial.c");
        fs::write(&trial, "#include <pthread.h>\nint main(void) { return 0; }\n")
            .map_err(|error| format!("cannot write {}: {error}", trial.display()))?;
        bench.narrow = bench.read(&trial, &[], Reading::Narrow).is_ok();
        Ok(bench)
    }

    pub fn has(&self, way: &Way) -> bool {
        let readable = match way.reading {
            Reading::Usual => true,
            Reading::OldClang => self.old_clang.is_some(),
            Reading::Narrow => self.narrow,
        };
        readable && way.solver.is_none_or(is_installed)
    }

    /// Looks in all these ways; stops at the first that falls over.
    pub fn look(&self, name: &str, source: &Source, ways: &[Way]) -> Result<Said, Finding> {
        self.with_file(name, source, |path| self.look_at(path, &source.arguments, ways))
            .map_err(Finding::Unread)?
    }

    /// While the program is in a file.
    pub fn with_file<T>(
        &self,
        name: &str,
        source: &Source,
        work: impl FnOnce(&Path) -> T,
    ) -> Result<T, String> {
        let path = self.folder.join(name).with_extension("c");
        let written = fs::write(&path, &source.text);
        written.map_err(|error| format!("{}: {error}", path.display()))?;
        let result = work(&path);
        // What is left of it is only in the way.
        let _ = fs::remove_file(&path);
        Ok(result)
    }

    /// The same with a file, and what clang must be told.
    pub fn look_at(
        &self,
        path: &Path,
        arguments: &[String],
        ways: &[Way],
    ) -> Result<Said, Finding> {
        let mut read: BTreeMap<u8, Program> = BTreeMap::new();
        let mut said = Vec::new();
        for way in ways {
            let program = match read.get(&(way.reading as u8)) {
                Some(program) => program.clone(),
                None => {
                    let program = self.read(path, arguments, way.reading);
                    let program = program.map_err(Finding::Unread)?;
                    read.insert(way.reading as u8, program.clone());
                    program
                }
            };
            let answers = way.look(program, self.time);
            if let Some(what) = &answers.complaint {
                return Err(Finding::Complaint { way: *way, what: what.clone() });
            }
            said.push((*way, answers));
        }
        match contradiction(&said) {
            Some(finding) => Err(finding),
            None => Ok(said),
        }
    }

    fn read(&self, path: &Path, arguments: &[String], reading: Reading) -> Result<Program, String> {
        let (clang, pointer_bits) = match reading {
            Reading::Usual => (None, 64),
            Reading::OldClang => (self.old_clang.clone(), 64),
            Reading::Narrow => (None, 32),
        };
        let options = FrontendOptions {
            inputs: vec![path.to_owned()],
            clang_arguments: arguments.to_vec(),
            clang,
            target: Target { pointer_bits },
            optimise: 0,
            sanitize: true,
            nondet_externs: false,
            sv_comp: false,
        };
        let loaded = raddle_frontend::load(&options).map_err(|error| error.to_string())?;
        Ok(loaded.program)
    }
}

fn contradiction(said: &Said) -> Option<Finding> {
    said.iter().enumerate().find_map(|(position, (one, answers))| {
        said[..position].iter().find_map(|(other, known)| {
            let kind = answers.contradiction(known)?;
            Some(Finding::Contradiction { kind, one: *other, other: *one })
        })
    })
}

fn is_installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}
