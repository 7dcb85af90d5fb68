//! How to write a program without threads.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::search::{SchemeOptions, UnwindChoice, parse_unwind};
use raddle_engines::registry::LAZYSEQ;

use super::{EngineChoice, OutputOptions, ProgramOptions, PropertyOptions};
use crate::units::parse_time;

#[derive(Debug, Args)]
pub struct SequentialiseOptions {
    #[command(flatten)]
    pub program: ProgramOptions,
    #[command(flatten)]
    pub property: PropertyOptions,

    /// Which runs of the threads it stands for: lazyseq, lr, kiss or mu; `raddle check --help`
    /// tells about them
    #[arg(long, value_enum, default_value_t = EngineChoice::Single(&LAZYSEQ), value_name = "ENGINE",
          help_heading = "Search")]
    pub engine: EngineChoice,

    /// Go round each loop at most N times, and nest calls of one function at most N deep; with
    /// LOOP=N only that loop, as `raddle show loops` names it. Without it, 2
    #[arg(long, value_name = "[LOOP=]N", value_parser = parse_unwind, help_heading = "Search")]
    pub unwind: Vec<UnwindChoice>,

    /// Let threads take turns freely, at most N times, instead of in rounds (lazyseq)
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub contexts: Option<u32>,

    #[command(flatten)]
    pub scheme: SchemeOptions,

    /// Stop the search for --choices and the program of --backend after this time
    #[arg(long, value_name = "SECONDS", value_parser = parse_time, help_heading = "Search")]
    pub time: Option<Duration>,

    /// Where to write the program; with the ending .ir, as raddle's own instructions
    #[arg(short = 'o', long = "output", value_name = "FILE", help_heading = "Output")]
    pub target: PathBuf,

    /// For which verifier it says what is assumed, checked and not determined
    #[arg(long, value_enum, default_value_t = DialectChoice::Cbmc, value_name = "NAME",
          help_heading = "Output")]
    pub dialect: DialectChoice,

    /// Look for a failing run, and write the values that the program has to be given for it to
    /// FILE: compiled with -DRADDLE_NATIVE it reads them from the file that the environment
    /// variable RADDLE_CHOICES names
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub choices: Option<PathBuf>,

    /// Run another verifier on the program, such as 'cbmc --trace {}' with {} for its name, and
    /// read its answer; its failing run, if it prints one, is shown as one of the original
    #[arg(long, value_name = "COMMAND", help_heading = "Output")]
    pub backend: Option<String>,

    #[command(flatten)]
    pub output: OutputOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DialectChoice {
    Cbmc,
    Esbmc,
    /// The conventions of the software verification competition
    Svcomp,
}
