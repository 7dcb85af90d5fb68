//! The one table of engines: what each is called, how it goes, which options it follows,
//! which checks it leaves out, what it is good for in `auto`, and how it is run.
//!
//! The command line, its help text, the plan of `auto`, the README's tables and every
//! report read it. A new engine is one folder and one row here.

use std::time::Duration;

use raddle_ir::CheckKind;
use raddle_ir::words::{grouped, many};
use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_verdict::{Counterexample, Report};

use crate::auto::{Facts, Role};
use crate::common::limits::{Limits, Listener, Progress};
use crate::sequential::{self, Scheme, SequentialBounds, SequentialOptions};
use crate::symbolic::{bmc, lazy, schedule, uw};
use crate::{ExplicitOptions, SymbolicOptions, explicit, modular, order};

/// An engine, as everything outside of its folder knows it.
#[derive(Debug)]
pub struct Engine {
    pub name: &'static str,
    /// How it goes, for people.
    pub how: &'static str,
    pub good_for: &'static str,
    /// Whether it unwinds loops and asks a solver, and so follows the options for that.
    pub solver: bool,
    /// The options that it follows besides.
    pub options: &'static [EngineOption],
    /// The checks that it never answers, however long it runs.
    pub leaves_out: &'static [CheckKind],
    /// It follows happens-before where pairs of next steps do not tell all races.
    pub happens_before: bool,
    /// How it makes a program of one thread, if it does.
    pub scheme: Option<Scheme>,
    /// What it is good for in `auto`, if it takes part there.
    pub role: Option<fn(&Facts) -> Role>,
    /// How long it runs alone where it begins in `auto`.
    pub head_start: Duration,
    /// It fills the memory with what it has seen, and leaves a part to others that run beside it.
    pub hoards: bool,
    /// What it counts first while it runs: one of them.
    pub counts: &'static str,
    /// How far it has come, in words.
    pub progress: fn(&Progress) -> String,
    pub run: fn(&Ready, &Settings<'_>, Limits, Listener<'_>) -> Report,
    /// How it looks for counterexamples with fewer context switches than these, if it does.
    pub shorten: Option<Shorten>,
}

pub type Shorten = fn(&Ready, &Settings<'_>, Limits, Vec<Counterexample>) -> Vec<Counterexample>;

/// An option that not every engine follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineOption {
    Preemptions,
    Depth,
    Contexts,
    Decisions,
    Unwind,
    PartialLoops,
    Granularity,
    NoReduction,
    Reduction,
    Search,
    Walk,
    Rounds,
    Order,
    Writes,
    Mu,
    Solver,
    Ordering,
    DumpFormula,
    Proof,
    Certificate,
}

impl EngineOption {
    /// As it is written on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            EngineOption::Preemptions => "--preemptions",
            EngineOption::Depth => "--depth",
            EngineOption::Contexts => "--contexts",
            EngineOption::Decisions => "--decisions",
            EngineOption::Unwind => "--unwind",
            EngineOption::PartialLoops => "--partial-loops",
            EngineOption::Granularity => "--granularity",
            EngineOption::NoReduction => "--no-reduction",
            EngineOption::Reduction => "--reduction",
            EngineOption::Search => "--search",
            EngineOption::Walk => "--walk",
            EngineOption::Rounds => "--rounds",
            EngineOption::Order => "--order",
            EngineOption::Writes => "--writes",
            EngineOption::Mu => "--mu",
            EngineOption::Solver => "--solver",
            EngineOption::Ordering => "--ordering",
            EngineOption::DumpFormula => "--dump-formula",
            EngineOption::Proof => "--proof",
            EngineOption::Certificate => "--certificate",
        }
    }

    /// Whether every engine with a solver follows it.
    const fn is_for_solvers(self) -> bool {
        match self {
            EngineOption::Unwind
            | EngineOption::PartialLoops
            | EngineOption::Solver
            | EngineOption::DumpFormula
            | EngineOption::Proof => true,
            EngineOption::Preemptions
            | EngineOption::Depth
            | EngineOption::Contexts
            | EngineOption::Decisions
            | EngineOption::Granularity
            | EngineOption::NoReduction
            | EngineOption::Reduction
            | EngineOption::Search
            | EngineOption::Walk
            | EngineOption::Rounds
            | EngineOption::Order
            | EngineOption::Writes
            | EngineOption::Mu
            | EngineOption::Ordering
            | EngineOption::Certificate => false,
        }
    }

    /// The engines that follow it.
    pub fn engines(self) -> impl Iterator<Item = &'static Engine> {
        ENGINES.into_iter().filter(move |engine| engine.follows(self))
    }
}

/// What engines are told; each takes its part.
#[derive(Clone)]
pub struct Settings<'a> {
    pub explicit: ExplicitOptions<'a>,
    pub symbolic: SymbolicOptions<'a>,
    pub sequential: SequentialBounds,
    /// Where `modular` leaves what its proofs rest on.
    pub certificates: Option<modular::Certificates>,
}

impl<'a> Settings<'a> {
    /// No bounds, no limits.
    pub fn new(selected: Selected) -> Settings<'a> {
        Settings {
            explicit: ExplicitOptions::new(selected),
            symbolic: SymbolicOptions::new(selected),
            sequential: SequentialBounds::default(),
            certificates: None,
        }
    }
}

impl Settings<'_> {
    /// The same with fewer checks.
    pub fn asking(&self, selected: Selected) -> Self {
        let mut settings = self.clone();
        settings.explicit.selected = selected;
        settings.symbolic.selected = selected;
        settings
    }

    fn for_explicit<'m>(&'m self, limits: Limits, listener: Listener<'m>) -> ExplicitOptions<'m> {
        ExplicitOptions { limits, progress: Some(listener), ..self.explicit.clone() }
    }

    fn for_symbolic<'m>(
        &'m self,
        engine: &Engine,
        limits: Limits,
        listener: Listener<'m>,
    ) -> SymbolicOptions<'m> {
        let proofs = self.symbolic.proofs.as_ref().map(|proofs| proofs.of(engine.name));
        SymbolicOptions { limits, progress: Some(listener), proofs, ..self.symbolic.clone() }
    }

    fn sequential(
        &self,
        scheme: Scheme,
        ready: &Ready,
        limits: Limits,
        listener: Listener<'_>,
    ) -> Report {
        let symbolic = self.for_symbolic(scheme.engine(), limits, listener);
        let bounds = self.sequential.clone();
        sequential::run(ready, &SequentialOptions { scheme, symbolic, bounds })
    }
}

impl Engine {
    pub fn named(name: &str) -> Option<&'static Engine> {
        ENGINES.into_iter().find(|engine| engine.name == name)
    }

    pub fn follows(&self, option: EngineOption) -> bool {
        self.options.contains(&option) || (self.solver && option.is_for_solvers())
    }

    pub fn answers(&self, kind: CheckKind) -> bool {
        !self.leaves_out.contains(&kind)
    }

    /// Why this check is never answered, if it is not.
    pub fn never_answers(&self, kind: CheckKind) -> Option<String> {
        let name = self.name;
        (!self.answers(kind)).then(|| format!("the engine {name} does not check `{}`", kind.name()))
    }
}

impl PartialEq for Engine {
    fn eq(&self, other: &Engine) -> bool {
        self.name == other.name
    }
}

/// All engines, in the order in which help texts list them.
pub const ENGINES: [&Engine; 11] =
    [&EXPLICIT, &LAZY, &SCHEDULE, &UW, &ORDER, &BMC, &MODULAR, &LAZYSEQ, &LR, &KISS, &MU];

/// Most engines have this in common.
pub(crate) const TYPICAL: Engine = Engine {
    name: "",
    how: "",
    good_for: "",
    solver: true,
    options: &[],
    leaves_out: &[CheckKind::Leak],
    happens_before: false,
    scheme: None,
    role: None,
    // Longer than most programs take, and short for a person who waits.
    head_start: Duration::from_millis(500),
    hoards: false,
    counts: "node",
    progress: |progress| many(progress.states, "node"),
    run: |ready, settings, limits, listener| {
        explicit::run(ready, &settings.for_explicit(limits, listener))
    },
    shorten: None,
};

pub static EXPLICIT: Engine = Engine {
    name: "explicit",
    how: "runs the program step by step with concrete values and remembers every situation; \
          inputs are tried value by value",
    good_for: "few situations; endless loops",
    solver: false,
    options: &[
        EngineOption::Preemptions,
        EngineOption::Depth,
        EngineOption::Contexts,
        EngineOption::Decisions,
        EngineOption::Reduction,
        EngineOption::Search,
        EngineOption::Walk,
    ],
    leaves_out: &[CheckKind::Leak, CheckKind::Unwind],
    happens_before: true,
    role: Some(|facts| match facts.wide_inputs {
        0 => Role::TakesPart { rank: 10, why: "all values of the inputs can be tried" },
        _ => Role::TakesPart { rank: 30, why: "looks for bugs at some values of the wide inputs" },
    }),
    hoards: true,
    counts: "state",
    progress: |progress| {
        let depth = grouped(progress.depth);
        format!("{}, depth {depth}", with_rate(progress, "state"))
    },
    shorten: Some(|ready, settings, limits, violations| {
        let options = ExplicitOptions { limits, ..settings.explicit.clone() };
        explicit::shorter(ready, &options, violations)
    }),
    ..TYPICAL
};

pub static LAZY: Engine = Engine {
    name: "lazy",
    how: "the same tree of turns with symbolic values: an input is all its values at once, and a \
          solver says which can be",
    good_for: "inputs of any width; finding bugs",
    options: &[
        EngineOption::Contexts,
        EngineOption::Decisions,
        EngineOption::Granularity,
        EngineOption::NoReduction,
    ],
    role: Some(|_| Role::TakesPart {
        rank: 20,
        why: "computes with all values of the inputs at once",
    }),
    progress: |progress| {
        let interleavings = many(progress.transitions, "interleaving");
        format!("{}, {interleavings}", with_rate(progress, "node"))
    },
    run: |ready, settings, limits, listener| {
        lazy::run(ready, &settings.for_symbolic(&LAZY, limits, listener))
    },
    ..TYPICAL
};

pub static SCHEDULE: Engine = Engine {
    name: "schedule",
    how: "all orders of turns in one formula, one question to the solver",
    good_for: "few turns, many values",
    options: &[EngineOption::Contexts, EngineOption::Decisions, EngineOption::Granularity],
    progress: switches_deep,
    run: |ready, settings, limits, listener| {
        schedule::run(ready, &settings.for_symbolic(&SCHEDULE, limits, listener))
    },
    ..TYPICAL
};

pub static UW: Engine = Engine {
    name: "uw",
    how: "that formula too, beginning with one order and widening by what the solver's proof \
          needed",
    good_for: "the same",
    options: &[EngineOption::Contexts, EngineOption::Decisions, EngineOption::Granularity],
    progress: switches_deep,
    run: |ready, settings, limits, listener| {
        uw::run(ready, &settings.for_symbolic(&UW, limits, listener))
    },
    ..TYPICAL
};

pub static ORDER: Engine = Engine {
    name: "order",
    how: "looks at each thread alone; a solver then finds out which write each read can get its \
          value from, so that all of it fits into one sequence",
    good_for: "most programs with threads; inputs of any width",
    options: &[EngineOption::Ordering],
    happens_before: true,
    role: Some(|facts| match facts.spawns {
        0 => Role::TakesPart { rank: 40, why: "there are no threads to put in order" },
        _ => Role::TakesPart { rank: 1, why: "looks at no interleavings one by one" },
    }),
    counts: "event",
    progress: |progress| {
        format!("round {}, {}", grouped(progress.depth), many(progress.states, "event"))
    },
    run: |ready, settings, limits, listener| {
        order::run(ready, &settings.for_symbolic(&ORDER, limits, listener))
    },
    ..TYPICAL
};

pub static BMC: Engine = Engine {
    name: "bmc",
    how: "loops unwound, all paths in one formula",
    good_for: "programs that start no thread (others: *unknown*)",
    // Without threads there is no race that an order could hide.
    happens_before: true,
    role: Some(|facts| match (facts.spawns, facts.wide_inputs) {
        (0, 0) => Role::TakesPart { rank: 15, why: "the program starts no thread" },
        (0, _) => Role::TakesPart { rank: 5, why: "the inputs are wide, and there are no threads" },
        (_, _) => Role::LeftOut { why: "the program starts threads" },
    }),
    progress: |progress| format!("{} of unwinding", many(progress.states, "round")),
    run: |ready, settings, limits, listener| {
        bmc::run(ready, &settings.for_symbolic(&BMC, limits, listener))
    },
    ..TYPICAL
};

pub static MODULAR: Engine = Engine {
    name: "modular",
    how: "looks at each kind of thread once, with ranges of values and the locks that it holds, \
          against all that others may do; never finds a bug",
    good_for: "proofs for any number of threads and iterations",
    solver: false,
    options: &[EngineOption::Certificate],
    leaves_out: &[CheckKind::Leak, CheckKind::Deadlock, CheckKind::Unwind],
    happens_before: true,
    role: Some(|_| Role::TakesPart { rank: 0, why: "proves at once, if at all" }),
    // Most of what it proves it has proved by then; others need not wait for the rest.
    head_start: Duration::from_millis(20),
    counts: "step",
    progress: |progress| many(progress.states, "step"),
    run: |ready, settings, limits, listener| {
        let options = settings.for_explicit(limits, listener);
        modular::run(ready, &options, settings.certificates.as_ref())
    },
    ..TYPICAL
};

pub static LAZYSEQ: Engine = Engine {
    name: "lazyseq",
    how: "makes a program without threads, in which each thread goes on for a while in each of \
          several rounds, and gives it to `bmc`",
    good_for: "bugs that a few rounds show",
    options: &[EngineOption::Contexts, EngineOption::Rounds, EngineOption::Order],
    scheme: Some(Scheme::LazyCseq),
    progress: statements_and_rounds,
    run: |ready, settings, limits, listener| {
        settings.sequential(Scheme::LazyCseq, ready, limits, listener)
    },
    ..TYPICAL
};

pub static LR: Engine = Engine {
    name: "lr",
    how: "the same rounds, but one thread after the other through all of them, on guessed memory; \
          no deadlocks, no races",
    good_for: "the same",
    options: &[EngineOption::Rounds],
    leaves_out: &[CheckKind::Leak, CheckKind::Race, CheckKind::Deadlock],
    scheme: Some(Scheme::LalReps),
    progress: statements_and_rounds,
    run: |ready, settings, limits, listener| {
        settings.sequential(Scheme::LalReps, ready, limits, listener)
    },
    ..TYPICAL
};

pub static KISS: Engine = Engine {
    name: "kiss",
    how: "the same, but turns are nested like calls; no deadlocks, no races",
    good_for: "a quick look",
    leaves_out: &[CheckKind::Leak, CheckKind::Race, CheckKind::Deadlock],
    scheme: Some(Scheme::Kiss),
    progress: statements_and_rounds,
    run: |ready, settings, limits, listener| {
        settings.sequential(Scheme::Kiss, ready, limits, listener)
    },
    ..TYPICAL
};

pub static MU: Engine = Engine {
    name: "mu",
    how: "the same, but one thread after the other, each once, against a guessed list of all \
          writes; no races",
    good_for: "few writes, many switches",
    options: &[EngineOption::Writes, EngineOption::Mu],
    leaves_out: &[CheckKind::Leak, CheckKind::Race],
    scheme: Some(Scheme::MemoryUnwinding),
    progress: statements_and_rounds,
    run: |ready, settings, limits, listener| {
        settings.sequential(Scheme::MemoryUnwinding, ready, limits, listener)
    },
    ..TYPICAL
};

/// `1,234 states (123 a second)`
fn with_rate(progress: &Progress, thing: &str) -> String {
    let is_measured = progress.seconds > 0.0;
    let rate = if is_measured { (progress.states as f64 / progress.seconds) as u64 } else { 0 };
    format!("{} ({} a second)", many(progress.states, thing), grouped(rate))
}

fn switches_deep(progress: &Progress) -> String {
    format!("{}, {} deep", many(progress.states, "node"), many(progress.depth, "switch"))
}

fn statements_and_rounds(progress: &Progress) -> String {
    format!("{}, {}", many(progress.states, "statement"), many(progress.depth, "round"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_has_a_row_of_its_own() {
        for (position, engine) in ENGINES.iter().enumerate() {
            assert_eq!(Engine::named(engine.name), Some(*engine));
            assert!(!engine.how.is_empty() && !engine.good_for.is_empty(), "{}", engine.name);
            assert!(ENGINES[..position].iter().all(|other| other.name != engine.name));
            assert_eq!(
                engine.scheme.map(|scheme| scheme.engine().name),
                engine.scheme.map(|_| engine.name)
            );
        }
    }

    /// At the time limit a person must not be told that more time would help.
    #[test]
    fn what_an_engine_never_checks_is_known() {
        for engine in [&KISS, &LR] {
            assert!(engine.never_answers(CheckKind::Deadlock).is_some());
            assert!(engine.never_answers(CheckKind::Race).is_some());
            assert_eq!(engine.never_answers(CheckKind::Assert), None);
        }
    }

    /// The README's tables say what is said here.
    #[test]
    fn the_readme_lists_every_engine_and_every_bound() {
        let readme = include_str!("../../../README.md");
        for Engine { name, how, good_for, .. } in ENGINES {
            let row = format!("| `{name}` | {how} | {good_for} |");
            assert!(readme.contains(&row), "README.md lacks this row:\n{row}");
        }
        use EngineOption::{
            Contexts, Decisions, Depth, Order, Preemptions, Rounds, Unwind, Writes,
        };
        for bound in [Preemptions, Depth, Contexts, Decisions, Unwind, Rounds, Order, Writes] {
            let start = format!("| `{} ", bound.name());
            let row = readme.lines().find(|line| line.starts_with(&start));
            let engines: Vec<String> =
                bound.engines().map(|engine| format!("`{}`", engine.name)).collect();
            let last = match bound.is_for_solvers() {
                true => "all but `explicit`".to_string(),
                false => engines.join(", "),
            };
            let is_told = row.is_some_and(|row| row.ends_with(&format!("| {last} |")));
            assert!(is_told, "README.md: the row of {} must end with {last}", bound.name());
        }
    }
}
