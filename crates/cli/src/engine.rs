//! From the options to an engine and what it is told. An option that the engine
//! cannot follow is an error: silence would be taken for obedience.

use raddle_engines::explicit::{Order, Reduction};
use raddle_engines::modular::Certificates;
use raddle_engines::sequential::{Grain, SequentialBounds};
use raddle_engines::symbolic::{self, Granularity, OrderMethod, Proofs, SolverChoice};
use raddle_engines::{
    Engine, EngineOption, ExplicitOptions, Limits, Progress, Settings, SymbolicOptions, auto,
};
use raddle_ir::CheckKind;
use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_verdict::Report;

use crate::diagnostic::Diagnostic;
use crate::loops;
use crate::options::{
    BoundOptions, EngineChoice, GrainChoice, GranularityChoice, OrderingChoice, ReductionChoice,
    SchemeOptions, SearchChoice, SearchOptions, SolverOptions,
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
    /// Where the engine `modular` leaves what its proofs rest on.
    pub certificates: Option<&'a Certificates>,
    pub progress: &'a ProgressLine,
    pub overdue: Option<&'a dyn auto::Overdue>,
}

/// What a search found, and the engines that took part if there were several.
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
        match self.options.engine {
            EngineChoice::Auto => self.auto(),
            EngineChoice::Single(engine) => self.single(engine),
        }
    }

    fn single(&self, engine: &'static Engine) -> Result<Found, Diagnostic> {
        let settings = self.settings()?;
        if engine.solver {
            try_solver(&settings.symbolic)?;
        }
        let listener = |progress: &Progress| self.progress.show(&[(engine, *progress)]);
        let report = (engine.run)(self.ready, &settings, self.limits.clone(), &listener);
        Ok(Found { report, team: None })
    }

    fn auto(&self) -> Result<Found, Diagnostic> {
        let listener = |members: &[(&'static Engine, Progress)]| self.progress.show(members);
        let settings = auto::AutoOptions {
            selected: self.selected,
            settings: self.settings()?,
            allowed: members(self.options).into_iter().map(|engine| engine.name).collect(),
            limits: self.limits.clone(),
            progress: Some(&listener),
            overdue: self.overdue,
        };
        // The solver inside needs no trial.
        let SolverOptions { solver, dump_formula, ordering: _, proof: _ } = &self.options.solver;
        if solver.is_some() || dump_formula.is_some() {
            try_solver(&settings.settings.symbolic)?;
        }
        Ok(Found::of_team(auto::run(self.ready, &settings)))
    }

    /// Everything that was asked for, for whichever engine runs; without limits.
    fn settings(&self) -> Result<Settings<'static>, Diagnostic> {
        Ok(Settings {
            explicit: ExplicitOptions {
                preemptions: self.options.preemptions,
                contexts: self.options.bounds.contexts,
                decisions: self.options.bounds.decisions,
                depth: self.options.depth,
                shorten: self.shorten,
                reduction: reduction(self.options.reduction),
                order: order(self.options.search),
                walk: self.options.walk,
                // Who names a reduction or an order wants to see what it does.
                hunt: self.options.reduction.is_none() && self.options.search.is_none(),
                ..ExplicitOptions::new(self.selected)
            },
            symbolic: self.symbolic()?,
            sequential: sequential_bounds(&self.options.scheme),
            certificates: self.certificates.cloned(),
        })
    }

    fn symbolic(&self) -> Result<SymbolicOptions<'static>, Diagnostic> {
        Ok(SymbolicOptions {
            solver: solver(&self.options.solver),
            ordering: self.options.solver.ordering.map(|choice| match choice {
                OrderingChoice::Theory => OrderMethod::Theory,
                OrderingChoice::Clocks => OrderMethod::Clocks,
            }),
            dump: self.options.solver.dump_formula.clone(),
            proofs: self.proofs.cloned(),
            ..bounded(self.ready, self.selected, &self.options.bounds)?
        })
    }
}

fn order(choice: Option<SearchChoice>) -> Order {
    match choice {
        None | Some(SearchChoice::Depth) => Order::Depth,
        Some(SearchChoice::Breadth) => Order::Breadth,
        Some(SearchChoice::Best) => Order::Best,
    }
}

fn reduction(choice: Option<ReductionChoice>) -> Reduction {
    match choice {
        None => Reduction::default(),
        Some(ReductionChoice::None) => Reduction::None,
        Some(ReductionChoice::Global) => Reduction::Global,
        Some(ReductionChoice::Superstep) => Reduction::Superstep,
        Some(ReductionChoice::Persistent) => Reduction::Persistent,
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

/// What the options say to engines that make a sequential program.
pub fn sequential_bounds(options: &SchemeOptions) -> SequentialBounds {
    SequentialBounds {
        rounds: options.rounds,
        order: options.order.clone(),
        writes: options.writes,
        grain: match options.mu {
            Some(GrainChoice::Fine) => Grain::Fine,
            Some(GrainChoice::Intra) => Grain::Intra,
            Some(GrainChoice::Inter) => Grain::Inter,
            Some(GrainChoice::Location) | None => Grain::Location,
        },
    }
}

fn solver(options: &SolverOptions) -> SolverChoice {
    match &options.solver {
        None => SolverChoice::Cadical,
        Some(name) if name.as_os_str() == "cadical" => SolverChoice::Cadical,
        Some(program) => SolverChoice::Process(program.clone()),
    }
}

/// The options that were given and that not every engine follows.
fn given(options: &SearchOptions) -> Vec<EngineOption> {
    let SearchOptions { bounds, scheme, solver, .. } = options;
    let mut list = vec![
        (EngineOption::Preemptions, options.preemptions.is_some()),
        (EngineOption::Depth, options.depth.is_some()),
        (EngineOption::Contexts, bounds.contexts.is_some()),
        (EngineOption::Decisions, bounds.decisions.is_some()),
        (EngineOption::Unwind, !bounds.unwind.is_empty()),
        (EngineOption::PartialLoops, bounds.partial_loops),
        (EngineOption::Granularity, bounds.granularity.is_some()),
        (EngineOption::NoReduction, bounds.no_reduction),
        (EngineOption::Reduction, options.reduction.is_some()),
        (EngineOption::Search, options.search.is_some()),
        (EngineOption::Walk, options.walk.is_some()),
    ];
    list.extend(given_to_schemes(scheme));
    list.extend([
        (EngineOption::Solver, solver.solver.is_some()),
        (EngineOption::Ordering, solver.ordering.is_some()),
        (EngineOption::DumpFormula, solver.dump_formula.is_some()),
        (EngineOption::Proof, solver.proof.is_some()),
        (EngineOption::Certificate, options.certificate.is_some()),
    ]);
    list.into_iter().filter_map(|(option, is_given)| is_given.then_some(option)).collect()
}

/// Which of the options about sequential programs were given.
pub fn given_to_schemes(scheme: &SchemeOptions) -> [(EngineOption, bool); 4] {
    [
        (EngineOption::Rounds, scheme.rounds.is_some()),
        (EngineOption::Order, !scheme.order.is_empty()),
        (EngineOption::Writes, scheme.writes.is_some()),
        (EngineOption::Mu, scheme.mu.is_some()),
    ]
}

/// The engines that can run as members of `auto`: those that know everything that
/// was given. A certificate is of what one of them proves, and hinders no other.
fn members(options: &SearchOptions) -> Vec<&'static Engine> {
    let mut given = given(options);
    given.retain(|option| *option != EngineOption::Certificate);
    let knows = |engine: &&'static Engine| given.iter().all(|option| engine.follows(*option));
    auto::members().filter(knows).collect()
}

/// An option that says nothing to the chosen engine, or contradicts another.
pub fn contradiction(options: &SearchOptions, checks: &[CheckKind]) -> Option<Diagnostic> {
    match options.engine {
        EngineChoice::Auto if members(options).is_empty() => return Some(nobody_knows(options)),
        EngineChoice::Auto => {}
        EngineChoice::Single(engine) => {
            let stranger = given(options).into_iter().find(|option| !engine.follows(*option));
            if let Some(option) = stranger {
                return Some(unknown_to(engine, option));
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
    if options.walk.is_some() && given(options) != [EngineOption::Walk] {
        return Some(
            Diagnostic::new("--walk tries random runs, and follows no bound, reduction or order")
                .help("leave out --walk, or the other one"),
        );
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

/// Why a check will not be answered, however long the search runs.
pub fn never_answers(choice: EngineChoice, kind: CheckKind) -> Option<String> {
    match choice {
        EngineChoice::Auto => None,
        EngineChoice::Single(engine) => engine.never_answers(kind),
    }
}

/// The theory of ordering is inside the built-in solver, and no formula tells it.
fn theory_serves(options: &SolverOptions) -> bool {
    solver(options) == SolverChoice::Cadical && options.dump_formula.is_none()
}

fn unknown_to(engine: &Engine, option: EngineOption) -> Diagnostic {
    let names: Vec<&str> = option.engines().map(|engine| engine.name).collect();
    let (first, all) = (names.first().copied().unwrap_or("auto"), names.join(", "));
    let name = option.name();
    Diagnostic::new(format!("the engine {} does not know {name}", engine.name))
        .help(format!("{name} is for {all}: say --engine {first}, or leave out {name}"))
}

/// No member of `auto` knows all that was given.
fn nobody_knows(options: &SearchOptions) -> Diagnostic {
    let given = given(options);
    let names: Vec<&str> = given.iter().map(|option| option.name()).collect();
    let each = given.iter().map(|option| {
        let engines: Vec<&str> = option.engines().map(|engine| engine.name).collect();
        format!("{} is for {}", option.name(), engines.join(", "))
    });
    let each: Vec<String> = each.collect();
    Diagnostic::new(format!("no engine that auto runs knows {}", names.join(" and ")))
        .help(format!("{}; leave out some of them, or choose an engine", each.join("; ")))
}
