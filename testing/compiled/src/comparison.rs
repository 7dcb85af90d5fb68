//! Compares what a generated program does as compiled code with what it does on
//! the concrete machine.
//!
//! The thorough way: a program goes through the front-end for each data model, and
//! through the passes with and without those that rewrite; the compiled program of
//! every build must agree with all of that. Which clang reads it, and whether its
//! checks for undefined behaviour go in, changes from seed to seed, so that every
//! combination has its turn. `batches` is the quick way.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_frontend::{Clang, FrontendOptions};
use raddle_generate::native::{Build, DataModel, Native, NativeRun};
use raddle_ir::{Program, Target};
use raddle_passes::pipeline::{PipelineOptions, prepare};
use raddle_reference::{DeterministicRun, run_deterministic};

/// The versions of clang that are compared, where they are installed.
const CLANGS: [&str; 8] =
    ["clang-14", "clang-15", "clang-16", "clang-17", "clang-18", "clang-19", "clang-20", "clang"];

/// All that is needed to compare programs.
pub struct Workshop {
    pub folder: PathBuf,
    /// For 64 bits, then for 32 where that is possible.
    pub natives: Vec<Native>,
    pub clangs: Vec<PathBuf>,
    /// What cannot be compared on this machine, and why.
    pub notes: Vec<String>,
}

/// How clang is asked to read the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// With checks for undefined behaviour.
    Checked,
    Plain,
    /// After optimisation of this level.
    Optimised(u8),
}

/// What the front-end is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    Source,
    /// LLVM's text, as somebody makes it by `clang -S -emit-llvm`, with debug information.
    Text,
    /// The same without.
    BareText,
    /// Two files, one of which has the global variables.
    Halves,
}

const READINGS: [Reading; 5] = [
    Reading::Checked,
    Reading::Plain,
    Reading::Optimised(1),
    Reading::Optimised(2),
    Reading::Optimised(3),
];

/// One way from the program's text to a run.
#[derive(Clone, Debug)]
pub struct Way {
    pub build: Build,
    pub model: DataModel,
    pub clang: PathBuf,
    pub reading: Reading,
    pub input: Input,
    /// In a thread of its own, so that it pauses wherever something is shared.
    pub threaded: bool,
    pub promote: bool,
    pub simplify: bool,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Way { build, model, clang, reading, input, threaded, promote, simplify } = self;
        let clang = clang.display();
        write!(
            f,
            "{model:?}, compiled {build:?}, read by {clang} {reading:?} from {input:?}, \
             threaded {threaded}, promote {promote}, simplify {simplify}"
        )
    }
}

/// Compiled and interpreted code do not agree, or one of them does not run.
#[derive(Clone, Debug)]
pub struct Disagreement {
    pub seed: u64,
    pub program: PathBuf,
    pub way: Way,
    pub what: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { seed, program, way, what } = self;
        write!(f, "seed {seed}, {}\n  {way}\n  {what}", program.display())
    }
}

impl Workshop {
    pub fn new(folder: &Path) -> Result<Workshop, String> {
        let find = |name: &&str| Clang::find(Some(Path::new(name))).ok();
        let mut clangs: Vec<PathBuf> =
            CLANGS.iter().filter_map(find).map(|clang| clang.path().to_owned()).collect();
        if clangs.is_empty() {
            let clang = Clang::find(None).map_err(|error| error.to_string())?;
            clangs.push(clang.path().to_owned());
        }
        let prepare = |model| {
            Native::prepare(model, folder).map(|native| native.with_other(clangs[0].clone()))
        };
        let mut notes = Vec::new();
        let mut natives = vec![prepare(DataModel::Lp64)?];
        match prepare(DataModel::Ilp32) {
            Ok(native) => natives.push(native),
            Err(reason) => notes.push(format!("no comparison for 32 bits: {reason}")),
        }
        Ok(Workshop { folder: folder.to_owned(), natives, clangs, notes })
    }

    /// The number of interpreted runs that agree with compiled code, or the first
    /// one that does not.
    pub fn compare(&self, seed: u64) -> Result<u32, Box<Disagreement>> {
        let text = raddle_generate::sequential_program(seed);
        let runs = self.compare_program(seed, "seed", &text, &self.natives)?;
        // The headers and the library are there for 64 bits only.
        let text = raddle_generate::library_program(seed);
        Ok(runs + self.compare_program(seed, "library", &text, &self.natives[..1])?)
    }

    /// A program that exists already, in the way of this seed.
    pub fn compare_file(&self, seed: u64, program: &Path) -> Result<u32, Box<Disagreement>> {
        self.compare_ways(seed, program, &self.natives, self.first_way(seed))
    }

    fn compare_program(
        &self,
        seed: u64,
        name: &str,
        text: &str,
        natives: &[Native],
    ) -> Result<u32, Box<Disagreement>> {
        let program = self.folder.join(format!("{name}-{seed}.c"));
        fs::write(&program, text).map_err(|error| {
            let what = format!("the program cannot be written: {error}");
            let (program, way) = (program.clone(), self.first_way(seed));
            Box::new(Disagreement { seed, program, way, what })
        })?;
        let runs = self.compare_ways(seed, &program, natives, self.first_way(seed))?;
        // Only a program that says something is kept.
        let _ = fs::remove_file(&program);
        Ok(runs)
    }

    fn compare_ways(
        &self,
        seed: u64,
        program: &Path,
        natives: &[Native],
        mut way: Way,
    ) -> Result<u32, Box<Disagreement>> {
        let mut runs = 0;
        let disagree = |way: &Way, what: String| {
            let (way, program) = (way.clone(), program.to_owned());
            Box::new(Disagreement { seed, program, way, what })
        };
        for native in natives {
            way.model = native.model();
            let expected =
                native.run(program, Build::Plain).map_err(|error| disagree(&way, error))?;
            for build in Build::ALL {
                let way = Way { build, ..way.clone() };
                native
                    .run(program, build)
                    .and_then(|run| same_compiled(&expected, &run))
                    .map_err(|error| disagree(&way, error))?;
            }
            let loaded = load(program, &way, &[]).map_err(|error| disagree(&way, error))?;
            for (promote, simplify) in [(true, true), (false, false), (true, false), (false, true)]
            {
                let way = Way { promote, simplify, ..way.clone() };
                interpret(loaded.clone(), &way)
                    .and_then(|run| same(&expected, &run))
                    .map_err(|error| disagree(&way, error))?;
                runs += 1;
            }
        }
        Ok(runs)
    }

    /// What changes from seed to seed. There are five readings and two ways to start,
    /// so that each combination turns up although all count alike.
    fn first_way(&self, seed: u64) -> Way {
        let (clang, round) = (seed as usize % self.clangs.len(), seed as usize / self.clangs.len());
        Way {
            clang: self.clangs[clang].clone(),
            reading: READINGS[round % READINGS.len()],
            input: Input::Source,
            build: Build::Plain,
            threaded: round % 2 == 1,
            model: DataModel::Lp64,
            promote: true,
            simplify: true,
        }
    }
}

/// Reads the program, with these further arguments for clang.
pub fn load(program: &Path, way: &Way, arguments: &[&str]) -> Result<Program, String> {
    let pointer_bits = match way.model {
        DataModel::Lp64 => 64,
        DataModel::Ilp32 => 32,
    };
    let (sanitize, optimise) = match way.reading {
        Reading::Checked => (true, 0),
        Reading::Plain => (false, 0),
        Reading::Optimised(level) => (false, level),
    };
    let threaded = way.threaded.then_some("-DIN_A_THREAD");
    let options = FrontendOptions {
        inputs: inputs(program, way, optimise)?,
        clang_arguments: arguments.iter().copied().chain(threaded).map(str::to_owned).collect(),
        clang: Some(way.clang.clone()),
        target: Target { pointer_bits },
        optimise,
        sanitize,
        nondet_externs: false,
        sv_comp: false,
    };
    let loaded = raddle_frontend::load(&options).map_err(|error| error.to_string())?;
    Ok(loaded.program)
}

/// What the front-end is to read, made of the program.
fn inputs(program: &Path, way: &Way, optimise: u8) -> Result<Vec<PathBuf>, String> {
    let text = match way.input {
        Input::Source => return Ok(vec![program.to_owned()]),
        Input::Text | Input::BareText => program.with_extension("ll"),
        Input::Halves => {
            let halves = ["ONLY_DATA", "ONLY_CODE"].map(|part| {
                let half = program.with_extension(format!("{part}.c"));
                let text = format!("#define {part}\n#include \"{}\"\n", program.display());
                fs::write(&half, text).map(|()| half).map_err(|error| error.to_string())
            });
            return halves.into_iter().collect();
        }
    };
    let mut command = Command::new(&way.clang);
    command.args(["-S", "-emit-llvm", "-w", "-std=gnu11", &format!("-O{optimise}")]);
    if way.input == Input::Text {
        command.arg("-g");
    }
    if way.threaded {
        command.arg("-DIN_A_THREAD");
    }
    if way.model == DataModel::Ilp32 {
        command.args(["-m32", "-msse2", "-ffreestanding"]);
    }
    let output = command.arg(program).arg("-o").arg(&text).output();
    match output.map_err(|error| error.to_string())? {
        output if output.status.success() => Ok(vec![text]),
        output => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

pub fn interpret(program: Program, way: &Way) -> Result<DeterministicRun, String> {
    let options = PipelineOptions {
        promote: way.promote,
        simplify: way.simplify,
        verify: true,
        ..PipelineOptions::default()
    };
    let ready = prepare(program, &options).map_err(|error| error.to_string())?;
    run_deterministic(&ready)
}

/// Compares line by line; says where the first difference is.
pub fn same(native: &NativeRun, ours: &DeterministicRun) -> Result<(), String> {
    same_outputs(&native.outputs, &ours.outputs)?;
    match ours.exit {
        Some(exit) if exit & 255 == native.exit => Ok(()),
        exit => Err(format!("the exit value is {exit:?} instead of {}", native.exit)),
    }
}

/// Two builds must agree before one of them is believed.
fn same_compiled(plain: &NativeRun, other: &NativeRun) -> Result<(), String> {
    same_outputs(&plain.outputs, &other.outputs)
        .and(if plain.exit == other.exit { Ok(()) } else { Err("exit values".to_owned()) })
        .map_err(|difference| format!("compilers disagree with each other: {difference}"))
}

fn same_outputs(expected: &[u64], found: &[u64]) -> Result<(), String> {
    let pairs = expected.iter().zip(found);
    for (position, (expected, found)) in pairs.enumerate() {
        if expected != found {
            return Err(format!(
                "output {position} is {found} ({found:#x}) instead of {expected} ({expected:#x})"
            ));
        }
    }
    if expected.len() == found.len() {
        Ok(())
    } else {
        Err(format!("there are {} outputs instead of {}", found.len(), expected.len()))
    }
}
