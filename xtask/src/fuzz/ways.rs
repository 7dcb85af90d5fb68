//! Every way of looking at a program: the judge, each engine, and each option that
//! must not change a verdict.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use raddle_engines::explicit::Reduction;
use raddle_engines::sequential::{Grain, Scheme, SequentialBounds};
use raddle_engines::symbolic::{OrderMethod, SolverChoice, bmc, lazy, schedule, uw};
use raddle_engines::{
    ExplicitOptions, Limits, SequentialOptions, Settings, SymbolicOptions, auto, explicit, modular,
    order, sequential,
};
use raddle_ir::CheckKind;
use raddle_ir::Program;
use raddle_passes::Ready;
use raddle_passes::pipeline::{PipelineOptions, prepare};
use raddle_reference::{Budget, Manner, judge};
use raddle_semantics::Selected;
use raddle_verdict::{Report, Verdict, replay};

use super::claims::{Answers, Claim, Scope};

/// What is asked about: what a user gets without asking.
const CHECKS: [CheckKind; 8] = [
    CheckKind::Assert,
    CheckKind::Reach,
    CheckKind::Deadlock,
    CheckKind::Race,
    CheckKind::Memory,
    CheckKind::Overflow,
    CheckKind::Division,
    CheckKind::Shift,
];

/// So many rounds of Lal and Reps; it only looks for violations.
const ROUNDS: u32 = 3;
/// Random runs of which every step is compared with what `modular` claims, and their steps.
const MONITORED_WALKS: u64 = 8;
const MONITORED_STEPS: u32 = 400;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looking {
    Judge,
    Explicit {
        /// Steps are remembered.
        remember: bool,
        /// All of the search, without a short one before, goes by this.
        reduction: Option<Reduction>,
    },
    Lazy {
        reduction: bool,
    },
    Schedule,
    Widening,
    Order(OrderMethod),
    Bounded,
    Modular,
    /// Says nothing about checks, but complains where a run is not as `modular` claims.
    Monitors,
    Sequential(Scheme, Grain),
    Auto,
}

/// What the passes do before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preparation {
    Usual,
    /// Every access is taken for visible.
    EveryAccess,
    /// No variable becomes a register, no constant is propagated.
    AsWritten,
}

/// How C becomes a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    Usual,
    /// By the oldest clang that is installed.
    OldClang,
    /// With pointers of 32 bits.
    Narrow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub name: &'static str,
    pub looking: Looking,
    pub preparation: Preparation,
    pub reading: Reading,
    pub scope: Scope,
    /// A solver outside; the way is left out where it is not installed.
    pub solver: Option<&'static str>,
    /// It looks at one of so many programs.
    pub turn: u64,
}

/// The turns of most ways, and of those that take long and often say nothing.
const OFTEN: u64 = 8;
const RARELY: u64 = 32;

const fn usual(name: &'static str, looking: Looking) -> Way {
    Way {
        name,
        looking,
        preparation: Preparation::Usual,
        reading: Reading::Usual,
        scope: Scope::All,
        solver: None,
        turn: OFTEN,
    }
}

const fn always(way: Way) -> Way {
    Way { turn: 1, ..way }
}

const fn rarely(way: Way) -> Way {
    Way { turn: RARELY, ..way }
}

const fn shortly(name: &'static str, looking: Looking) -> Way {
    Way { scope: Scope::Contexts(2), ..usual(name, looking) }
}

const fn prepared(name: &'static str, looking: Looking, preparation: Preparation) -> Way {
    Way { preparation, ..usual(name, looking) }
}

const fn read(name: &'static str, reading: Reading) -> Way {
    Way { reading, ..usual(name, EXPLICIT) }
}

const fn solved(name: &'static str, looking: Looking, solver: &'static str) -> Way {
    Way { solver: Some(solver), ..usual(name, looking) }
}

const EXPLICIT: Looking = Looking::Explicit { remember: true, reduction: None };
const LAZY: Looking = Looking::Lazy { reduction: true };

const fn unwinding(grain: Grain) -> Looking {
    Looking::Sequential(Scheme::MemoryUnwinding, grain)
}

const fn scheme(scheme: Scheme) -> Looking {
    Looking::Sequential(scheme, Grain::Location)
}

const fn reduced(reduction: Reduction) -> Looking {
    Looking::Explicit { remember: true, reduction: Some(reduction) }
}

pub const WAYS: [Way; 35] = [
    always(usual("judge", Looking::Judge)),
    always(usual("explicit", EXPLICIT)),
    usual("explicit-forgetful", Looking::Explicit { remember: false, reduction: None }),
    usual("explicit-global", reduced(Reduction::Global)),
    usual("explicit-superstep", reduced(Reduction::Superstep)),
    always(usual("explicit-persistent", reduced(Reduction::Persistent))),
    prepared("explicit-every-access", EXPLICIT, Preparation::EveryAccess),
    prepared("explicit-as-written", EXPLICIT, Preparation::AsWritten),
    read("explicit-old-clang", Reading::OldClang),
    read("explicit-ilp32", Reading::Narrow),
    usual("lazy", LAZY),
    rarely(usual("lazy-unreduced", Looking::Lazy { reduction: false })),
    solved("lazy-z3", LAZY, "z3"),
    Way { reading: Reading::Narrow, ..usual("lazy-ilp32", LAZY) },
    usual("schedule", Looking::Schedule),
    usual("uw", Looking::Widening),
    usual("order-theory", Looking::Order(OrderMethod::Theory)),
    usual("order-clocks", Looking::Order(OrderMethod::Clocks)),
    rarely(solved("order-cvc5", Looking::Order(OrderMethod::Clocks), "cvc5")),
    usual("bmc", Looking::Bounded),
    rarely(usual("lazyseq", scheme(Scheme::LazyCseq))),
    rarely(usual("lr", scheme(Scheme::LalReps))),
    rarely(usual("kiss", scheme(Scheme::Kiss))),
    rarely(usual("mu-location", unwinding(Grain::Location))),
    rarely(usual("mu-fine", unwinding(Grain::Fine))),
    rarely(usual("mu-intra", unwinding(Grain::Intra))),
    rarely(usual("mu-inter", unwinding(Grain::Inter))),
    usual("auto", Looking::Auto),
    shortly("explicit-2-contexts", EXPLICIT),
    shortly("lazy-2-contexts", LAZY),
    rarely(shortly("lazyseq-2-contexts", scheme(Scheme::LazyCseq))),
    always(usual("modular", Looking::Modular)),
    always(prepared("modular-as-written", Looking::Modular, Preparation::AsWritten)),
    Way { reading: Reading::Narrow, ..usual("modular-ilp32", Looking::Modular) },
    always(usual("monitors", Looking::Monitors)),
];

impl Way {
    pub fn named(name: &str) -> Option<Way> {
        WAYS.into_iter().find(|way| way.name == name)
    }

    /// What it says about the program. Whatever goes wrong is an answer too.
    pub fn look(&self, program: Program, time: Duration) -> Answers {
        let looked = catch_unwind(AssertUnwindSafe(|| self.answers(program, time)));
        let answers = looked.unwrap_or_else(|_| Err("it panicked".to_owned()));
        answers.unwrap_or_else(|complaint| Answers::complaining(self.scope, complaint))
    }

    fn answers(&self, program: Program, time: Duration) -> Result<Answers, String> {
        let selected: Selected = CHECKS.into_iter().collect();
        if self.looking == Looking::Judge {
            return judged(program, selected);
        }
        if self.looking == Looking::Monitors {
            let complaint = monitored(program, selected)?;
            return Ok(Answers { scope: self.scope, claims: Vec::new(), complaint });
        }
        let options = match self.preparation {
            Preparation::Usual => PipelineOptions::default(),
            Preparation::EveryAccess => {
                PipelineOptions { every_access: true, ..PipelineOptions::default() }
            }
            Preparation::AsWritten => {
                PipelineOptions { promote: false, simplify: false, ..PipelineOptions::default() }
            }
        };
        let ready = prepare(program, &options).map_err(|error| error.to_string())?;
        let report = self.report(&ready, selected, time);
        Ok(Answers::of(self.scope, &report, refuted(&ready, selected, &report)))
    }

    fn report(&self, ready: &Ready, selected: Selected, time: Duration) -> Report {
        let limits = Limits { time: Some(time), ..Limits::default() };
        let contexts = match self.scope {
            Scope::All => None,
            Scope::Contexts(most) => Some(most),
        };
        let explicit_options = ExplicitOptions {
            contexts,
            limits: limits.clone(),
            shorten: false,
            ..ExplicitOptions::new(selected)
        };
        let symbolic = SymbolicOptions {
            contexts,
            limits: limits.clone(),
            solver: match self.solver {
                Some(program) => SolverChoice::Process(PathBuf::from(program)),
                None => SolverChoice::Cadical,
            },
            ..SymbolicOptions::new(selected)
        };
        match self.looking {
            Looking::Explicit { remember, reduction } => {
                let options = ExplicitOptions {
                    remember,
                    reduction: reduction.unwrap_or_default(),
                    hunt: reduction.is_none(),
                    ..explicit_options
                };
                explicit::run(ready, &options)
            }
            Looking::Lazy { reduction } => {
                lazy::run(ready, &SymbolicOptions { reduction, ..symbolic })
            }
            Looking::Schedule => schedule::run(ready, &symbolic),
            Looking::Widening => uw::run(ready, &symbolic),
            Looking::Order(method) => {
                order::run(ready, &SymbolicOptions { ordering: Some(method), ..symbolic })
            }
            Looking::Bounded => bmc::run(ready, &symbolic),
            Looking::Modular => modular::run(ready, &explicit_options, None),
            Looking::Sequential(scheme, grain) => {
                let rounds = (scheme == Scheme::LalReps).then_some(ROUNDS);
                let bounds = SequentialBounds { rounds, grain, ..SequentialBounds::default() };
                sequential::run(ready, &SequentialOptions { scheme, symbolic, bounds })
            }
            Looking::Judge | Looking::Monitors | Looking::Auto => {
                let options = auto::AutoOptions {
                    selected,
                    settings: Settings {
                        explicit: explicit_options,
                        symbolic,
                        ..Settings::new(selected)
                    },
                    allowed: auto::members().map(|engine| engine.name).collect(),
                    limits,
                    progress: None,
                    overdue: None,
                };
                auto::run(ready, &options).report
            }
        }
    }
}

fn judged(program: Program, selected: Selected) -> Result<Answers, String> {
    let ready = raddle_reference::prepare(program).map_err(|error| error.to_string())?;
    let judgement = judge(&ready, selected);
    let claim = |kind: CheckKind| match &judgement.gap {
        _ if judgement.violated.contains(kind) => Claim::Violated,
        None => Claim::Holds,
        Some(_) => Claim::Nothing,
    };
    let claims = selected.iter().map(|kind| (kind, claim(kind))).collect();
    Ok(Answers { scope: Scope::All, claims, complaint: None })
}

/// Random runs of a program as engines see it, and runs of the judge: what a claim of
/// `modular` denies in one.
fn monitored(program: Program, selected: Selected) -> Result<Option<String>, String> {
    let written = raddle_reference::prepare(program.clone()).map_err(|error| error.to_string())?;
    let ready = prepare(program, &PipelineOptions::default()).map_err(|error| error.to_string())?;
    let few: Selected = [CheckKind::Assert, CheckKind::Race].into_iter().collect();
    let judged = |manner, work| {
        let budget = Budget { work, depth: MONITORED_STEPS };
        raddle_monitors::check_judged(&written, selected, manner, budget).refuted
    };
    let walks = |selected| {
        raddle_monitors::check_walks(&ready, selected, MONITORED_WALKS, MONITORED_STEPS).refuted
    };
    Ok(walks(selected)
        .or_else(|| walks(few))
        .or_else(|| judged(Manner::EveryRun, 4_000))
        .or_else(|| judged(Manner::EveryState, 30_000)))
}

/// A violation that the replay does not confirm, in words.
fn refuted(ready: &Ready, selected: Selected, report: &Report) -> Option<String> {
    report.results.iter().find_map(|result| match &result.verdict {
        Verdict::Violated(found) => {
            let error = replay(ready, selected, &found.schedule, &found.violation).err()?;
            Some(format!("its violation of {} cannot be replayed: {error}", result.kind.name()))
        }
        Verdict::Holds(_) | Verdict::Unknown(_) => None,
    })
}
