//! The command line: one typed struct a command. Help texts are written for
//! programmers who have never heard of model checking.

mod search;
mod sequentialise;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use raddle_ir::{CheckKind, Target};

pub use search::{
    BoundOptions, EngineChoice, GrainChoice, GranularityChoice, OrderingChoice, ReductionChoice,
    SchemeOptions, SearchChoice, SearchOptions, SolverOptions, UnwindChoice,
};
pub use sequentialise::{DialectChoice, SequentialiseOptions};

const ABOUT: &str = "Finds bugs in multi-threaded C programs, or shows that there are none";

const LONG_ABOUT: &str = "\
Finds bugs in multi-threaded C programs, or shows that there are none.

Raddle runs a program in every possible way: every order in which its threads \
can take turns, and every value that its inputs can have. If any of them breaks a \
rule (a failing assert, a deadlock, a data race, a wrong memory access, ...), it \
shows that one run step by step; if none does, it says so. Programs use pthreads, \
C11 threads and atomics as usual; nothing has to be changed for a first try.";

const EXAMPLES: &str = "\
Examples:
  raddle check main.c                     look for all kinds of bugs
  raddle check a.c b.c -- -Iinclude -DN=2 several files; clang's options after --
  raddle check --check race,deadlock m.c  only some kinds
  raddle check --preemptions 2 --time 60 big.c
                                          a large program: the likely bugs first
  raddle check --engine lazy main.c       inputs of any size, with a solver
  raddle check --trace bug.json main.c    keep the failing run in a file ...
  raddle replay bug.json main.c           ... and look at it again

Exit status: 0 all checks hold, 1 a check is violated, 2 unknown (also after Ctrl-C, with what \
was learned so far), 3 the program could not be analysed, or the answer not be written.";

#[derive(Debug, Parser)]
#[command(
    name = "raddle",
    version,
    about = ABOUT,
    long_about = LONG_ABOUT,
    after_help = EXAMPLES,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Look for bugs in a program
    #[command(after_help = EXAMPLES)]
    Check(Box<CheckOptions>),
    /// Show how the program is understood
    #[command(after_help = "\
Examples:
  raddle show loops main.c                what --unwind LOOP=N can name
  raddle show bounded --unwind 2 main.c   the program with its loops unwound
  raddle show tree --contexts 2 main.c    who can take turns with whom, and where that ends
  raddle show tree --format svg --granularity statement main.c > tree.svg")]
    Show(Box<ShowOptions>),
    /// Write a C program without threads that stands for a program with threads
    #[command(after_help = "\
Examples:
  raddle sequentialise --engine lazyseq --rounds 3 --unwind 2 main.c -o main_seq.c
  raddle sequentialise main.c -o main_seq.c --backend 'cbmc --trace {}'
                                          another verifier looks at it; its failing run is
                                          shown as one of main.c
  raddle sequentialise main.c -o main_seq.c --choices values.txt
  gcc -DRADDLE_NATIVE main_seq.c && RADDLE_CHOICES=values.txt ./a.out
                                          the failing run, natively

Exit status: 0 the program was written (and nothing is violated, if that was looked for), \
1 a check is violated, 2 unknown, 3 the program could not be analysed.")]
    Sequentialise(Box<SequentialiseOptions>),
    /// Run a kept failing run again and show it
    #[command(after_help = "\
The file comes from `raddle check --trace FILE`. The options that change the program's \
meaning (data model, checks, clang's options) are taken from it.

Example:
  raddle replay bug.json main.c

Exit status: 1 the bug shows again, 2 it does not, 3 the program could not be analysed.")]
    Replay(Box<ReplayOptions>),
    /// Follow every step of a certificate
    #[command(after_help = "\
The folder comes from `raddle check --proof DIR`, or from `--certificate DIR`. What a certificate \
says, and what it does not, is told in docs/certificates.md and docs/proofs.md.

Examples:
  raddle check --engine order --proof why main.c
  raddle check --engine modular --certificate why main.c
  raddle check-proof why
  raddle check-proof why main.c           is it about this program, too?

Exit status: 0 everything in it is right, 1 something is wrong, 3 it cannot be read.")]
    CheckProof(Box<CheckProofOptions>),
    /// Print a script that completes raddle's options in a shell
    #[command(after_help = "\
Example (bash):
  raddle completions bash > ~/.local/share/bash-completion/completions/raddle")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

#[derive(Debug, Args)]
pub struct CheckOptions {
    #[command(flatten)]
    pub program: ProgramOptions,
    #[command(flatten)]
    pub property: PropertyOptions,
    #[command(flatten)]
    pub search: SearchOptions,
    #[command(flatten)]
    pub output: OutputOptions,

    /// How to print the answer: for people, or as one JSON object for programs
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT",
          help_heading = "Output")]
    pub format: Format,

    /// Write the failing run of the first violated check to FILE, for `raddle replay`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trace: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct CheckProofOptions {
    /// The folder of the certificate
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// The program's files: the certificate must be about this program
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Options for clang that were given to `raddle check`
    #[arg(last = true, value_name = "CLANG-ARG", requires = "files")]
    pub clang_arguments: Vec<String>,

    #[command(flatten)]
    pub meaning: MeaningOptions,
    #[command(flatten)]
    pub compiler: CompilerOptions,

    /// Write one answer as NAME.cnf and NAME.lrat as well, for other checkers
    #[arg(long, value_name = "NAME")]
    pub export: Option<PathBuf>,

    /// Which answer that is
    #[arg(long, value_name = "N", default_value_t = 1, requires = "export")]
    pub answer: u64,
}

/// Which program, and how it is to be read.
#[derive(Clone, Debug, Args)]
pub struct ProgramOptions {
    /// The program's C files (.c, .i), or LLVM text (.ll)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Options for clang, such as -Iinclude or -DNAME=VALUE
    #[arg(last = true, value_name = "CLANG-ARG")]
    pub clang_arguments: Vec<String>,

    #[command(flatten)]
    pub meaning: MeaningOptions,

    #[command(flatten)]
    pub compiler: CompilerOptions,
}

/// Options that change what the program means.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Program")]
pub struct MeaningOptions {
    /// Sizes of C's types: lp64 (64-bit Linux) or ilp32 (32-bit)
    #[arg(long, value_enum, default_value_t = DataModel::Lp64, value_name = "MODEL")]
    pub data_model: DataModel,

    /// Use the conventions of the software verification competition: unknown functions
    /// return anything, main's arguments are any, malloc never fails, a left shift that loses
    /// bits is an overflow, and memory must not be lost (`memory` holds only where none is taken)
    #[arg(long, conflicts_with = "malloc_may_fail")]
    pub sv_comp: bool,

    /// Let functions that have no body anywhere return any value (with a warning) instead of
    /// refusing the program
    #[arg(long)]
    pub nondet_externs: bool,

    /// Let malloc and friends also return NULL
    #[arg(long)]
    pub malloc_may_fail: bool,

    /// Check the program as clang -O1, -O2 or -O3 makes it, instead of as it is written
    #[arg(long, value_name = "LEVEL", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=3))]
    pub optimise: u8,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Program")]
pub struct CompilerOptions {
    /// The clang to use (version 14 or later); without it the newest one found is taken
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DataModel {
    /// int 32 bits, long and pointers 64 bits
    Lp64,
    /// int, long and pointers 32 bits
    Ilp32,
}

impl DataModel {
    pub fn target(self) -> Target {
        Target {
            pointer_bits: match self {
                DataModel::Lp64 => 64,
                DataModel::Ilp32 => 32,
            },
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            DataModel::Lp64 => "lp64",
            DataModel::Ilp32 => "ilp32",
        }
    }

    pub fn from_name(name: &str) -> Option<DataModel> {
        [DataModel::Lp64, DataModel::Ilp32].into_iter().find(|model| model.name() == name)
    }
}

// No line may be longer than a screen of 80 columns holds beside clap's margin of 10.
const CHECK_HELP: &str = "\
What to look for, separated by commas

  assert    a failing assert
  reach     a call of reach_error or __VERIFIER_error
  deadlock  threads that wait for each other for ever
  race      two threads touching the same memory at once, one writing
  memory    null pointers, accesses out of bounds or after free,
            wrong frees
  leak      memory that is never freed (no engine decides it yet)
  overflow  signed integer overflow
  division  division by zero
  shift     shifts by too much, or of negative numbers
  unwind    a loop that goes on longer than --unwind allows (all but
            explicit)
  all       everything but leak and unwind (the default)
";

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Checks")]
pub struct PropertyOptions {
    /// What to look for, separated by commas: assert, reach, deadlock, race, memory, leak,
    /// overflow, division, shift, unwind, or all (the default; everything but leak and unwind)
    #[arg(long = "check", value_name = "LIST", value_delimiter = ',',
          value_parser = parse_check, long_help = CHECK_HELP)]
    pub checks: Vec<CheckChoice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckChoice {
    All,
    One(CheckKind),
}

impl PropertyOptions {
    /// The checks asked for, in the order of the report.
    pub fn selected(&self) -> Vec<CheckKind> {
        let by_default = |kind: CheckKind| match kind {
            CheckKind::Leak | CheckKind::Unwind => false,
            CheckKind::Assert
            | CheckKind::Reach
            | CheckKind::Deadlock
            | CheckKind::Race
            | CheckKind::Memory
            | CheckKind::Overflow
            | CheckKind::Division
            | CheckKind::Shift => true,
        };
        let all = self.checks.is_empty() || self.checks.contains(&CheckChoice::All);
        CheckKind::ALL
            .into_iter()
            .filter(|&kind| {
                all && by_default(kind) || self.checks.contains(&CheckChoice::One(kind))
            })
            .collect()
    }
}

fn parse_check(text: &str) -> Result<CheckChoice, String> {
    if text == "all" {
        return Ok(CheckChoice::All);
    }
    CheckKind::from_name(text).map(CheckChoice::One).ok_or_else(|| {
        let names: Vec<_> = CheckKind::ALL.iter().map(|kind| kind.name()).collect();
        format!("there is no such check; there are {} and all", names.join(", "))
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// When to use colours
    #[arg(long, value_enum, default_value_t = When::Auto, value_name = "WHEN")]
    pub color: When,

    /// Print only the answers, no failing run and no progress
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Print the failing run of every violated check, what ran and why, and all figures
    #[arg(short, long)]
    pub verbose: bool,

    /// Print every step of a failing run, however long it is
    #[arg(long)]
    pub full_trace: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Args)]
pub struct ShowOptions {
    /// What to show
    #[arg(value_enum, value_name = "WHAT")]
    pub what: Shown,
    #[command(flatten)]
    pub program: ProgramOptions,
    #[command(flatten)]
    pub property: PropertyOptions,
    #[command(flatten)]
    pub bounds: BoundOptions,

    /// How to print the tree: as text, for Graphviz, or as a picture (which needs Graphviz's dot)
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    pub format: Option<TreeFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TreeFormat {
    Text,
    Dot,
    Svg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shown {
    /// What clang makes of the program
    Llvm,
    /// The program as raddle runs it: numbered instructions
    Ir,
    /// Its loops, by name and source line
    Loops,
    /// Its threads: where they are started, and which variables they share
    Threads,
    /// The memory that threads share: who reads and writes it where, under which locks
    Shared,
    /// Its locks, those of the library and home-made ones, and what each protects
    Locks,
    /// Its blocks with loops unwound and calls followed, in the order in which bmc runs them;
    /// of a program with threads, one function a thread without loops and calls
    Bounded,
    /// The equations between its variables' values after unwinding
    Equations,
    /// What bmc asks the solver, in SMT-LIB 2
    Formula,
    /// The tree of its threads' turns, as lazy walks it
    Tree,
}

#[derive(Debug, Args)]
pub struct ReplayOptions {
    /// The failing run, from `raddle check --trace FILE`
    #[arg(value_name = "TRACE")]
    pub trace: PathBuf,
    /// The program's files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// More options for clang, such as -Iinclude, or -lm when it builds for --native
    #[arg(last = true, value_name = "CLANG-ARG")]
    pub clang_arguments: Vec<String>,

    #[command(flatten)]
    pub native: NativeOptions,
    #[command(flatten)]
    pub compiler: CompilerOptions,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// Running the compiled program itself.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Native")]
pub struct NativeOptions {
    /// Build the program itself and let its threads run in the order of the trace: it really
    /// fails. Exit status 1: it did; 2: it did not; 3: it cannot be built
    #[arg(long)]
    pub native: bool,

    /// Do that in gdb, which stops at the failure
    #[arg(long, requires = "native", conflicts_with = "quiet")]
    pub gdb: bool,

    /// Keep the built program in DIR, a new or empty folder, to be run again
    #[arg(long, requires = "native", value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn checked(arguments: Vec<&str>) -> Box<CheckOptions> {
        let Command::Check(options) = Cli::try_parse_from(arguments).unwrap().command else {
            panic!("this is `raddle check`");
        };
        options
    }

    fn selected(list: &[&str]) -> Vec<CheckKind> {
        let mut arguments = vec!["raddle", "check", "a.c"];
        for item in list {
            arguments.extend(["--check", item]);
        }
        checked(arguments).property.selected()
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    /// On a screen of 80 columns.
    #[test]
    fn tables_in_help_texts_are_not_wrapped() {
        for text in [CHECK_HELP, search::engine_help()] {
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(70), "{widest:?}");
        }
    }

    #[test]
    fn the_default_is_all_but_leak_and_unwind() {
        let all = selected(&[]);
        assert_eq!(all.len(), CheckKind::ALL.len() - 2);
        assert!(!all.contains(&CheckKind::Leak) && !all.contains(&CheckKind::Unwind));
        assert_eq!(selected(&["all"]), all);
    }

    #[test]
    fn checks_are_a_list_in_the_order_of_the_report() {
        let expected = vec![CheckKind::Assert, CheckKind::Race, CheckKind::Leak];
        assert_eq!(selected(&["race,leak", "assert,race"]), expected);
        assert_eq!(selected(&["all,leak"]).len(), CheckKind::ALL.len() - 1);
    }

    #[test]
    fn unknown_names_are_refused() {
        for arguments in [
            ["--check", "rice"],
            ["--engine", "magic"],
            ["--optimise", "4"],
            ["--data-model", "lp63"],
            ["--time", "soon"],
            ["--memory", "much"],
            ["--unwind", "often"],
            ["--granularity", "atom"],
            ["--decisions", "-1"],
            ["--partial-loops", "--quiet"],
        ] {
            let line = ["raddle", "check", "a.c"].into_iter().chain(arguments);
            assert!(Cli::try_parse_from(line).is_err(), "{arguments:?}");
        }
    }

    #[test]
    fn arguments_after_two_dashes_are_clangs() {
        let line = ["raddle", "check", "a.c", "--", "-Iinclude", "-DN=2"];
        assert_eq!(checked(line.to_vec()).program.clang_arguments, ["-Iinclude", "-DN=2"]);
    }
}
