//! From the options to an engine and what it is told. An option that the engine
//! cannot follow is an error: silence would be taken for obedience.

use raddle_engines::limits::default_memory;
use raddle_engines::symbolic::{self, Granularity, SolverChoice, bmc, lazy, schedule, uw};
use raddle_engines::{ExplicitOptions, Limits, Progress, SymbolicOptions, explicit};
use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_trace::Report;

use crate::diagnostic::Diagnostic;
use crate::loops;
use crate::options::{BoundOptions, EngineChoice, GranularityChoice, SearchOptions, SolverOptions};

/// What one search is to do.
pub struct Search<'a> {
    pub ready: &'a Ready,
    pub selected: Selected,
    pub options: &'a SearchOptions,
    /// Look for short failing runs.
    pub shorten: bool,
    pub progress: &'a dyn Fn(&Progress),
}

impl Search<'_> {
    pub fn run(&self) -> Result<Report, Diagnostic> {
        let engine = match self.options.engine {
            EngineChoice::Auto | EngineChoice::Explicit => return Ok(self.explicit()),
            EngineChoice::Lazy => lazy::run,
            EngineChoice::Schedule => schedule::run,
            EngineChoice::Uw => uw::run,
            EngineChoice::Bmc => bmc::run,
        };
        let settings = self.symbolic()?;
        symbolic::try_solver(&settings)
            .map_err(|error| Diagnostic { help: error.help, ..Diagnostic::new(error.message) })?;
        Ok(engine(self.ready, &settings))
    }

    fn limits(&self) -> Limits {
        Limits { time: self.options.time, memory: self.options.memory.or_else(default_memory) }
    }

    fn explicit(&self) -> Report {
        let options = ExplicitOptions {
            preemptions: self.options.preemptions,
            contexts: self.options.bounds.contexts,
            depth: self.options.depth,
            shorten: self.shorten,
            limits: self.limits(),
            progress: Some(self.progress),
            ..ExplicitOptions::new(self.selected)
        };
        explicit::run(self.ready, &options)
    }

    fn symbolic(&self) -> Result<SymbolicOptions<'_>, Diagnostic> {
        Ok(SymbolicOptions {
            solver: solver(&self.options.solver),
            dump: self.options.solver.dump_formula.clone(),
            limits: self.limits(),
            progress: Some(self.progress),
            ..bounded(self.ready, self.selected, &self.options.bounds)?
        })
    }
}

/// What the bounds say to a symbolic engine, without limits.
pub fn bounded(
    ready: &Ready,
    selected: Selected,
    bounds: &BoundOptions,
) -> Result<SymbolicOptions<'static>, Diagnostic> {
    Ok(SymbolicOptions {
        unwind: loops::unwind(ready, &bounds.unwind)?,
        partial_loops: bounds.partial_loops,
        contexts: bounds.contexts,
        decisions: bounds.decisions,
        granularity: match bounds.granularity {
            None | Some(GranularityChoice::Access) => Granularity::Access,
            Some(GranularityChoice::Statement) => Granularity::Statement,
        },
        reduction: !bounds.no_reduction,
        ..SymbolicOptions::new(selected)
    })
}

fn solver(options: &SolverOptions) -> SolverChoice {
    match &options.solver {
        None => SolverChoice::Cadical,
        Some(name) if name.as_os_str() == "cadical" => SolverChoice::Cadical,
        Some(program) => SolverChoice::Process(program.clone()),
    }
}

/// The options among these that were given, by name, with the engines that follow
/// them.
fn given(options: &SearchOptions) -> Vec<(&'static str, &'static [EngineChoice])> {
    use EngineChoice::{Auto, Bmc, Explicit, Lazy, Schedule, Uw};
    let bounds = &options.bounds;
    let mut list: Vec<(&'static str, bool, &'static [EngineChoice])> = vec![
        ("--preemptions", options.preemptions.is_some(), &[Explicit, Auto]),
        ("--depth", options.depth.is_some(), &[Explicit, Auto]),
        ("--contexts", bounds.contexts.is_some(), &[Explicit, Lazy, Schedule, Uw, Auto]),
        ("--decisions", bounds.decisions.is_some(), &[Lazy, Schedule, Uw]),
        ("--unwind", !bounds.unwind.is_empty(), &[Lazy, Schedule, Uw, Bmc]),
        ("--partial-loops", bounds.partial_loops, &[Lazy, Schedule, Uw, Bmc]),
        ("--granularity", bounds.granularity.is_some(), &[Lazy, Schedule, Uw]),
        ("--no-reduction", bounds.no_reduction, &[Lazy]),
        ("--solver", options.solver.solver.is_some(), &[Lazy, Schedule, Uw, Bmc]),
        ("--dump-formula", options.solver.dump_formula.is_some(), &[Lazy, Schedule, Uw, Bmc]),
    ];
    list.retain(|(_, given, _)| *given);
    list.into_iter().map(|(name, _, engines)| (name, engines)).collect()
}

/// An option that says nothing to the chosen engine, or contradicts another.
pub fn contradiction(options: &SearchOptions, checks: &[CheckKind]) -> Option<Diagnostic> {
    let stranger = given(options).into_iter().find(|(_, of)| !of.contains(&options.engine));
    if let Some((name, engines)) = stranger {
        let names: Vec<&str> = engines
            .iter()
            .filter(|engine| **engine != EngineChoice::Auto)
            .map(|engine| engine.name())
            .collect();
        let engine = match options.engine {
            EngineChoice::Auto => "auto (which is explicit)",
            other => other.name(),
        };
        let (first, all) = (names.first().copied().unwrap_or("auto"), names.join(", "));
        return Some(
            Diagnostic::new(format!("the engine {engine} does not know {name}"))
                .help(format!("{name} is for {all}: say --engine {first}, or leave out {name}")),
        );
    }
    let unwind = checks.contains(&CheckKind::Unwind);
    (unwind && options.bounds.partial_loops).then(|| {
        Diagnostic::new("--partial-loops leaves out what --check unwind looks for")
            .help("leave out one of them")
    })
}
