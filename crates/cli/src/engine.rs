//! From the options to an engine and what it is told. An option that the engine
//! cannot follow is an error: silence would be taken for obedience.

use raddle_engines::sequential::{self, Grain, Scheme};
use raddle_engines::symbolic::{
    self, Granularity, OrderMethod, Proofs, SolverChoice, bmc, lazy, schedule, uw,
};
use raddle_engines::{
    ExplicitOptions, Limits, Listener, Progress, SequentialOptions, SymbolicOptions, auto,
    explicit, order,
};
use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_trace::Report;

use crate::diagnostic::Diagnostic;
use crate::loops;
use crate::options::{
    BoundOptions, EngineChoice, GrainChoice, GranularityChoice, OrderingChoice, SchemeOptions,
    SearchOptions, SolverOptions,
};
use crate::terminal::ProgressLine;

/// What one search is to do.
pub struct Search<'a> {
    pub ready: &'a Ready,
    pub selected: Selected,
    pub options: &'a SearchOptions,
    pub limits: Limits,
    /// Look for short failing runs.
    pub shorten: bool,
    /// Where solvers write down how they come to their answers.
    pub proofs: Option<&'a Proofs>,
    pub progress: &'a ProgressLine,
    pub overdue: Option<&'a dyn auto::Overdue>,
}

/// What a search found, and who took part if there were several.
pub struct Found {
    pub report: Report,
    pub team: Option<Team>,
}

impl Found {
    pub fn of_team(outcome: auto::Outcome) -> Found {
        let team = Team {
            facts: outcome.facts.text(),
            answered: outcome.answered,
            ran: outcome.ran,
            left_out: outcome.left_out,
        };
        Found { report: outcome.report, team: Some(team) }
    }
}

/// What `auto` did.
pub struct Team {
    /// What it saw in the program, in words.
    pub facts: String,
    pub answered: Vec<(CheckKind, &'static str)>,
    pub ran: Vec<auto::Ran>,
    pub left_out: Vec<(&'static str, &'static str)>,
}

impl Search<'_> {
    pub fn run(&self) -> Result<Found, Diagnostic> {
        let engine = self.options.engine;
        if engine == EngineChoice::Auto {
            return self.auto();
        }
        let listener = |progress: &Progress| self.progress.show(&[(engine, *progress)]);
        let report = self.single(engine, &listener)?;
        Ok(Found { report, team: None })
    }

    fn single(&self, engine: EngineChoice, listener: Listener<'_>) -> Result<Report, Diagnostic> {
        let (limits, progress) = (self.limits.clone(), Some(listener));
        let run = match engine {
            EngineChoice::Auto | EngineChoice::Explicit => {
                let options = ExplicitOptions { limits, progress, ..self.explicit() };
                return Ok(explicit::run(self.ready, &options));
            }
            EngineChoice::Lazy => lazy::run,
            EngineChoice::Schedule => schedule::run,
            EngineChoice::Uw => uw::run,
            EngineChoice::Order => order::run,
            EngineChoice::Bmc => bmc::run,
            EngineChoice::Lazyseq => return self.sequential(Scheme::Lazy, limits, listener),
            EngineChoice::Lr => return self.sequential(Scheme::Eager, limits, listener),
            EngineChoice::Kiss => return self.sequential(Scheme::Stack, limits, listener),
            EngineChoice::Mu => return self.sequential(Scheme::Unwinding, limits, listener),
        };
        let settings = SymbolicOptions { limits, progress, ..self.symbolic()? };
        try_solver(&settings)?;
        Ok(run(self.ready, &settings))
    }

    fn sequential(
        &self,
        scheme: Scheme,
        limits: Limits,
        listener: Listener<'_>,
    ) -> Result<Report, Diagnostic> {
        let symbolic = SymbolicOptions { limits, progress: Some(listener), ..self.symbolic()? };
        try_solver(&symbolic)?;
        let options = schemed(scheme, symbolic, &self.options.scheme);
        Ok(sequential::run(self.ready, &options))
    }

    fn auto(&self) -> Result<Found, Diagnostic> {
        let listener = |members: &[(&'static str, Progress)]| {
            let known = members
                .iter()
                .filter_map(|(name, progress)| Some((EngineChoice::named(name)?, *progress)));
            self.progress.show(&known.collect::<Vec<_>>());
        };
        let settings = auto::AutoOptions {
            selected: self.selected,
            explicit: self.explicit(),
            symbolic: self.symbolic()?,
            allowed: members(self.options).into_iter().map(EngineChoice::name).collect(),
            limits: self.limits.clone(),
            progress: Some(&listener),
            overdue: self.overdue,
        };
        // The solver inside needs no trial.
        let SolverOptions { solver, dump_formula, ordering: _, proof: _ } = &self.options.solver;
        if solver.is_some() || dump_formula.is_some() {
            try_solver(&settings.symbolic)?;
        }
        Ok(Found::of_team(auto::run(self.ready, &settings)))
    }

    /// Without limits, like the next.
    fn explicit(&self) -> ExplicitOptions<'static> {
        ExplicitOptions {
            preemptions: self.options.preemptions,
            contexts: self.options.bounds.contexts,
            depth: self.options.depth,
            shorten: self.shorten,
            ..ExplicitOptions::new(self.selected)
        }
    }

    fn symbolic(&self) -> Result<SymbolicOptions<'static>, Diagnostic> {
        Ok(SymbolicOptions {
            solver: solver(&self.options.solver),
            ordering: self.options.solver.ordering.map(|choice| match choice {
                OrderingChoice::Theory => OrderMethod::Theory,
                OrderingChoice::Clocks => OrderMethod::Clocks,
            }),
            dump: self.options.solver.dump_formula.clone(),
            proofs: self.proofs.map(|proofs| proofs.of(self.options.engine.name())),
            ..bounded(self.ready, self.selected, &self.options.bounds)?
        })
    }
}

fn try_solver(settings: &SymbolicOptions<'_>) -> Result<(), Diagnostic> {
    symbolic::try_solver(settings)
        .map_err(|error| Diagnostic { help: error.help, ..Diagnostic::new(error.message) })
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

/// What the options say to an engine that makes a sequential program.
pub fn schemed<'o>(
    scheme: Scheme,
    symbolic: SymbolicOptions<'o>,
    options: &SchemeOptions,
) -> SequentialOptions<'o> {
    SequentialOptions {
        rounds: options.rounds,
        order: options.order.clone(),
        writes: options.writes,
        grain: match options.mu {
            Some(GrainChoice::Fine) => Grain::Fine,
            Some(GrainChoice::Intra) => Grain::Intra,
            Some(GrainChoice::Inter) => Grain::Inter,
            Some(GrainChoice::Location) | None => Grain::Location,
        },
        ..SequentialOptions::new(scheme, symbolic)
    }
}

fn solver(options: &SolverOptions) -> SolverChoice {
    match &options.solver {
        None => SolverChoice::Cadical,
        Some(name) if name.as_os_str() == "cadical" => SolverChoice::Cadical,
        Some(program) => SolverChoice::Process(program.clone()),
    }
}

/// The engines that unwind loops and ask a solver.
const WITH_SOLVER: [EngineChoice; 9] = [
    EngineChoice::Lazy,
    EngineChoice::Schedule,
    EngineChoice::Uw,
    EngineChoice::Order,
    EngineChoice::Bmc,
    EngineChoice::Lazyseq,
    EngineChoice::Lr,
    EngineChoice::Kiss,
    EngineChoice::Mu,
];

/// The options among these that were given, by name, with the engines that follow
/// them.
fn given(options: &SearchOptions) -> Vec<(&'static str, &'static [EngineChoice])> {
    use EngineChoice::{Explicit, Lazy, Lazyseq, Lr, Mu, Order, Schedule, Uw};
    let SearchOptions { bounds, scheme, solver, .. } = options;
    let mut list: Vec<(&'static str, bool, &'static [EngineChoice])> = vec![
        ("--preemptions", options.preemptions.is_some(), &[Explicit]),
        ("--depth", options.depth.is_some(), &[Explicit]),
        ("--contexts", bounds.contexts.is_some(), &[Explicit, Lazy, Schedule, Uw, Lazyseq]),
        ("--decisions", bounds.decisions.is_some(), &[Lazy, Schedule, Uw]),
        ("--unwind", !bounds.unwind.is_empty(), &WITH_SOLVER),
        ("--partial-loops", bounds.partial_loops, &WITH_SOLVER),
        ("--granularity", bounds.granularity.is_some(), &[Lazy, Schedule, Uw]),
        ("--no-reduction", bounds.no_reduction, &[Lazy]),
        ("--rounds", scheme.rounds.is_some(), &[Lazyseq, Lr]),
        ("--order", !scheme.order.is_empty(), &[Lazyseq]),
        ("--writes", scheme.writes.is_some(), &[Mu]),
        ("--mu", scheme.mu.is_some(), &[Mu]),
        ("--solver", solver.solver.is_some(), &WITH_SOLVER),
        ("--ordering", solver.ordering.is_some(), &[Order]),
        ("--dump-formula", solver.dump_formula.is_some(), &WITH_SOLVER),
        ("--proof", solver.proof.is_some(), &WITH_SOLVER),
    ];
    list.retain(|(_, given, _)| *given);
    list.into_iter().map(|(name, _, engines)| (name, engines)).collect()
}

/// The engines that can run as members of `auto`: those that know everything that
/// was given.
fn members(options: &SearchOptions) -> Vec<EngineChoice> {
    let given = given(options);
    let knows = |engine: &EngineChoice| given.iter().all(|(_, of)| of.contains(engine));
    auto::members().filter_map(EngineChoice::named).filter(knows).collect()
}

/// An option that says nothing to the chosen engine, or contradicts another.
pub fn contradiction(options: &SearchOptions, checks: &[CheckKind]) -> Option<Diagnostic> {
    match options.engine {
        EngineChoice::Auto if members(options).is_empty() => return Some(nobody_knows(options)),
        EngineChoice::Auto => {}
        engine => {
            let stranger = given(options).into_iter().find(|(_, of)| !of.contains(&engine));
            if let Some((name, engines)) = stranger {
                return Some(unknown_to(engine, name, engines));
            }
        }
    }
    if options.solver.ordering == Some(OrderingChoice::Theory) && !theory_serves(&options.solver) {
        return Some(
            Diagnostic::new("--ordering theory is for the built-in solver, and writes no formulas")
                .help("leave out --solver and --dump-formula, or say --ordering clocks"),
        );
    }
    if options.solver.proof.is_some() && solver(&options.solver) != SolverChoice::Cadical {
        return Some(
            Diagnostic::new("--proof is for the built-in solver: others write no certificates")
                .help("leave out --solver or --proof"),
        );
    }
    if let Some(wrong) = repeated_thread(&options.scheme.order) {
        return Some(wrong);
    }
    let in_rounds = options.scheme.rounds.is_some() || !options.scheme.order.is_empty();
    if in_rounds && options.bounds.contexts.is_some() {
        return Some(
            Diagnostic::new("with --contexts threads take turns freely, not in rounds")
                .help("leave out --contexts, or --rounds and --order"),
        );
    }
    let unwind = checks.contains(&CheckKind::Unwind);
    (unwind && options.bounds.partial_loops).then(|| {
        Diagnostic::new("--partial-loops leaves out what --check unwind looks for")
            .help("leave out one of them")
    })
}

/// Within a round every thread goes on once.
pub fn repeated_thread(order: &[u32]) -> Option<Diagnostic> {
    let is_repeated = |(position, thread): &(usize, &u32)| order[..*position].contains(thread);
    let (_, thread) = order.iter().enumerate().find(is_repeated)?;
    Some(
        Diagnostic::new(format!("--order names the thread t{thread} twice"))
            .help("each thread goes on once in a round: --order t0,t2,t1"),
    )
}

/// How an engine makes a program of one thread, if it does.
pub fn scheme(engine: EngineChoice) -> Option<Scheme> {
    match engine {
        EngineChoice::Lazyseq => Some(Scheme::Lazy),
        EngineChoice::Lr => Some(Scheme::Eager),
        EngineChoice::Kiss => Some(Scheme::Stack),
        EngineChoice::Mu => Some(Scheme::Unwinding),
        EngineChoice::Auto
        | EngineChoice::Explicit
        | EngineChoice::Lazy
        | EngineChoice::Schedule
        | EngineChoice::Uw
        | EngineChoice::Order
        | EngineChoice::Bmc => None,
    }
}

/// Why the engine will not answer this, however long it runs.
pub fn never_answers(engine: EngineChoice, kind: CheckKind) -> Option<String> {
    let is_left_out = scheme(engine).is_some_and(|scheme| scheme.leaves_out(kind));
    is_left_out.then(|| format!("the engine {} does not check `{}`", engine.name(), kind.name()))
}

/// The theory of ordering is inside the built-in solver, and no formula tells it.
fn theory_serves(options: &SolverOptions) -> bool {
    solver(options) == SolverChoice::Cadical && options.dump_formula.is_none()
}

fn unknown_to(engine: EngineChoice, name: &str, engines: &[EngineChoice]) -> Diagnostic {
    let names: Vec<&str> = engines.iter().map(|engine| engine.name()).collect();
    let (first, all) = (names.first().copied().unwrap_or("auto"), names.join(", "));
    Diagnostic::new(format!("the engine {} does not know {name}", engine.name()))
        .help(format!("{name} is for {all}: say --engine {first}, or leave out {name}"))
}

/// No member of `auto` knows all that was given.
fn nobody_knows(options: &SearchOptions) -> Diagnostic {
    let given = given(options);
    let names: Vec<&str> = given.iter().map(|(name, _)| *name).collect();
    let each = given.iter().map(|(name, engines)| {
        let engines: Vec<&str> = engines.iter().map(|engine| engine.name()).collect();
        format!("{name} is for {}", engines.join(", "))
    });
    let each: Vec<String> = each.collect();
    Diagnostic::new(format!("no engine that auto runs knows {}", names.join(" and ")))
        .help(format!("{}; leave out some of them, or choose an engine", each.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who runs out of time must not be told that more of it would help.
    #[test]
    fn what_an_engine_never_checks_is_known() {
        for engine in [EngineChoice::Kiss, EngineChoice::Lr] {
            assert!(never_answers(engine, CheckKind::Deadlock).is_some());
            assert!(never_answers(engine, CheckKind::Race).is_some());
            assert_eq!(never_answers(engine, CheckKind::Assert), None);
        }
        assert_eq!(never_answers(EngineChoice::Auto, CheckKind::Race), None);
    }
}
