//! Engines that make a sequential program of a concurrent one and give it to `bmc`:
//! `lazyseq`, `lr`, `kiss` and `mu`. What the sequential programs are is the matter
//! of the crate `sequential`; here bounds are chosen and raised (`stage.rs`), the
//! program is asked about, and what it shows becomes a counterexample of the
//! original (`lift.rs`).
//!
//! Bounds that were not set are raised where an execution can reach them: the
//! sequential program itself says so, with checks of the kind `unwind`. *Holds* is
//! said without a bound only when no such check can fail, and only by schemes that
//! can tell (`lazyseq`, `mu`).
//!
//! Incomplete: each new bound begins with a fresh solver. `leak` is not checked;
//! which scheme leaves out what else is said in `registry.rs`.

mod lift;
mod outside;
mod stage;

use raddle_ir::{CheckKind, Instruction};
use raddle_passes::{Place, Ready};
use raddle_semantics::Selected;
use raddle_semantics::symbolic::{Failed, PathCondition, Record, Unwind};
pub use raddle_sequential::memory_unwinding::Grain;
use raddle_sequential::{ReachedBound, Sequential, ThreadEvent, TraceMark};
use raddle_solver::Model;
use raddle_verdict::{Counterexample, Report};
use tracing::debug;

use crate::SymbolicOptions;
use crate::common::bounds::{Bounds, CutOff};
use crate::common::findings::{Findings, at_most};
use crate::common::limits::{Progress, Watch};
use crate::common::questions::Possible;
use crate::common::refusal::Refusal;
use crate::common::sequential_formula::SequentialFormula;
use crate::registry::{self, Engine};
pub use outside::{Values, lifted, values};
use stage::USUAL_ROUNDS;
pub use stage::{Made, Stage, make, make_explicit};

/// How a sequential program is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Inverso, Tomasco, Fischer, La Torre and Parlato.
    LazyCseq,
    /// Lal and Reps.
    LalReps,
    /// Qadeer and Wu.
    Kiss,
    /// Tomasco, Inverso, Fischer, La Torre and Parlato.
    MemoryUnwinding,
}

impl Scheme {
    /// The engine that makes programs by this scheme.
    pub fn engine(self) -> &'static Engine {
        match self {
            Scheme::LazyCseq => &registry::LAZYSEQ,
            Scheme::LalReps => &registry::LR,
            Scheme::Kiss => &registry::KISS,
            Scheme::MemoryUnwinding => &registry::MU,
        }
    }
}

/// What the engines can be told.
#[derive(Clone)]
pub struct SequentialOptions<'a> {
    pub scheme: Scheme,
    /// Checks, loops, context switches, limits and the solver.
    pub symbolic: SymbolicOptions<'a>,
    pub bounds: SequentialBounds,
}

/// How much of a program's executions a sequential program stands for.
#[derive(Clone, Debug)]
pub struct SequentialBounds {
    /// So many rounds; where nothing is said they are raised.
    pub rounds: Option<u32>,
    /// The threads' order within a round, by number; those that are not named come
    /// last.
    pub order: Vec<u32>,
    /// So many writes of each sequence; where nothing is said they are raised.
    pub writes: Option<u32>,
    pub grain: Grain,
}

impl Default for SequentialBounds {
    fn default() -> SequentialBounds {
        SequentialBounds { rounds: None, order: Vec::new(), writes: None, grain: Grain::Location }
    }
}

impl SequentialOptions<'_> {
    /// Whether the scheme can tell that more rounds would show nothing new.
    pub fn is_complete(&self) -> bool {
        match self.scheme {
            Scheme::LazyCseq => self.bounds.rounds.is_none() && self.symbolic.contexts.is_none(),
            Scheme::MemoryUnwinding => true,
            Scheme::LalReps | Scheme::Kiss => false,
        }
    }
}

pub fn run(ready: &Ready, options: &SequentialOptions<'_>) -> Report {
    let watch = Watch::new(options.symbolic.limits.clone());
    let engine = options.scheme.engine();
    let findings = options.symbolic.findings(engine);
    let mut run = Run { ready, options, findings, watch, unwatched_races: false };
    run.deepen();
    if run.unwatched_races {
        let reason = format!(
            "a call of the library may race for memory that it is given; the engine {} does not \
             look for that (explicit and order do)",
            engine.name
        );
        run.findings.unanswered(CheckKind::Race, reason);
    }
    let elapsed = run.watch.elapsed();
    run.findings.report(ready, elapsed)
}

struct Run<'a> {
    ready: &'a Ready,
    options: &'a SequentialOptions<'a>,
    findings: Findings,
    watch: Watch,
    /// Of some stage's program.
    unwatched_races: bool,
}

/// What one stage leaves.
enum Left {
    /// There is nothing more to be found out.
    Nothing,
    /// A check that stops its thread was violated; what others do behind that is to be
    /// seen with its failures left out.
    Behind,
    /// A thread can meet a memory error; what others do while it stands there is to be
    /// seen.
    Careful,
    /// An execution can reach these bounds, which are ours.
    CutOff(Vec<ReachedBound>),
}

impl Run<'_> {
    fn deepen(&mut self) {
        let mut stage = Stage::first(self.options);
        loop {
            if let Some(limit) = self.watch.exceeded() {
                return self.findings.gap(limit);
            }
            match self.look(&stage) {
                Left::Nothing => return,
                Left::Behind => {}
                Left::Careful => stage.careful = true,
                Left::CutOff(reached) => {
                    if let Err(reason) = stage.raise(&reached) {
                        return self.findings.gap(reason);
                    }
                }
            }
        }
    }

    fn make(&self, stage: &Stage, open: Selected) -> Result<Made, String> {
        let limits = self.watch.remaining();
        let symbolic = SymbolicOptions { limits, ..self.options.symbolic.clone() };
        make(self.ready, &SequentialOptions { symbolic, ..self.options.clone() }, stage, open)
    }

    /// Everything that can be found out within these bounds.
    fn look(&mut self, stage: &Stage) -> Left {
        let open = self.findings.open();
        if open.is_empty() {
            return Left::Nothing;
        }
        let made = match self.make(stage, open) {
            Ok(made) => made,
            Err(reason) => {
                self.findings.gap(reason);
                return Left::Nothing;
            }
        };
        self.unwatched_races |= made.sequential.unwatched_races;
        self.show_progress(stage, &made);
        debug!(
            target: "engine::sequential",
            engine = self.findings.engine(),
            iterations = stage.deepest(),
            rounds = stage.rounds,
            writes = stage.writes,
            threads = made.threads,
            statements = made.statements,
            "attempt"
        );
        let settings = SymbolicOptions {
            selected: self.options.symbolic.selected.with(CheckKind::Unwind),
            limits: self.watch.remaining(),
            ..self.options.symbolic.clone()
        };
        let mut whole = match SequentialFormula::open_made(&made.ready, &settings) {
            Ok(whole) => whole,
            Err(error) => {
                self.findings.gap(error.message);
                return Left::Nothing;
            }
        };
        // There are no loops.
        let record = whole.unroll(&settings, Unwind::default(), &mut self.watch);
        let left = self.ask(stage, &made, &mut whole, &record, open);
        whole.count(&mut self.findings);
        self.count(stage, &made);
        left
    }

    fn ask(
        &mut self,
        stage: &Stage,
        made: &Made,
        whole: &mut SequentialFormula<'_>,
        record: &Record,
        open: Selected,
    ) -> Left {
        if let Err(reason) = self.look_for_failures(made, whole, record, open) {
            self.findings.gap(reason);
            return Left::Nothing;
        }
        if self.findings.open().is_empty() {
            return Left::Nothing;
        }
        if self.wants_care(stage, made) {
            return Left::Careful;
        }
        let cuts: Vec<(&PathCondition, Option<ReachedBound>)> = record
            .failures
            .iter()
            .filter(|failed| failed.failure.kind == CheckKind::Unwind)
            .map(|failed| (&failed.guard, reached_at(made, failed.failure.place)))
            .collect();
        let guards: Vec<&PathCondition> = cuts.iter().map(|(guard, _)| *guard).collect();
        let asked = if self.needs_no_answer() { &[] } else { guards.as_slice() };
        let is_left_out = whole.is_left_out(record, asked);
        if is_left_out {
            self.look_aside(made, whole, record);
        }
        if self.wants_care(stage, made) {
            return Left::Careful;
        }
        let reached = match (self.needs_no_answer(), is_left_out) {
            (true, _) => cuts.into_iter().map(|(_, reached)| reached).collect(),
            (false, true) => whole.all(cuts.into_iter()),
            (false, false) => Vec::new(),
        };
        let ours = self.judge_bounds(stage, made, reached);
        if let Some(reason) = whole.solving.undecided.take() {
            self.findings.gap(reason);
            return Left::Nothing;
        }
        match (ours.is_empty(), open.contains(CheckKind::Assert)) {
            (false, _) => Left::CutOff(ours),
            (true, true) if !self.findings.open().contains(CheckKind::Assert) => Left::Behind,
            (true, _) => Left::Nothing,
        }
    }

    /// Whether a memory error ends runs in which other threads would go on.
    fn wants_care(&self, stage: &Stage, made: &Made) -> bool {
        let stops_runs = match self.options.scheme {
            Scheme::LazyCseq | Scheme::Kiss => made.threads > 1,
            Scheme::LalReps | Scheme::MemoryUnwinding => false,
        };
        let is_met = self.findings.has_violation(CheckKind::Memory)
            || !self.findings.undefined_at.is_empty();
        stops_runs && is_met && !stage.careful
    }

    /// All kinds are one question, as long as there is something to be found: that there
    /// is nothing is as hard to see for one as for all.
    fn look_for_failures(
        &mut self,
        made: &Made,
        whole: &mut SequentialFormula<'_>,
        record: &Record,
        open: Selected,
    ) -> Result<(), String> {
        let mut rest: Vec<&Failed> = record
            .failures
            .iter()
            .filter(|failed| failed.failure.kind != CheckKind::Unwind)
            .filter(|failed| open.contains(failed.failure.kind))
            .collect();
        loop {
            let guards: Vec<&PathCondition> = rest.iter().map(|failed| &failed.guard).collect();
            let (position, model) = match whole.any(&guards) {
                Possible::Yes(found) => found,
                Possible::No => return Ok(()),
                Possible::Undecided(reason) => return Err(reason),
            };
            let kind = rest[position].failure.kind;
            match counterexample(self.ready, made, whole, record, &model, kind) {
                Ok(found) => self.findings.violated(&self.watch, found),
                // Another check of this kind may fail for certain.
                Err(refusal) => {
                    self.findings.refused(kind, &refusal);
                    rest.remove(position);
                    continue;
                }
            }
            rest.retain(|failed| failed.failure.kind != kind);
        }
    }

    /// Notes what was not followed, and can be reached.
    fn look_aside(&mut self, made: &Made, whole: &mut SequentialFormula<'_>, record: &Record) {
        whole.look_at_gaps(record, &mut self.findings);
        whole.look_at_ends(&record.ends, &mut self.findings);
        let undefined = record.undefined.iter().map(|(guard, place, _)| (guard, *place));
        for place in whole.all(undefined) {
            let at = made.ready.location_text(place).unwrap_or_default();
            self.findings.undefined_at.insert(at);
        }
    }

    /// The bounds of ours among those that can be reached; those of the user are noted.
    fn judge_bounds(
        &mut self,
        stage: &Stage,
        made: &Made,
        reached: Vec<Option<ReachedBound>>,
    ) -> Vec<ReachedBound> {
        let mut ours = Vec::new();
        let mut cut_off = CutOff::default();
        for reached in reached {
            match (reached, self.is_users(reached)) {
                (None, _) => {
                    self.findings.gap("internal error: a bound without a name".to_string());
                }
                (Some(reached), None) => ours.push(reached),
                (Some(ReachedBound::Loop { .. } | ReachedBound::Recursion { .. }), Some(named)) => {
                    cut_off.loop_cut(named);
                }
                (Some(ReachedBound::Writes), Some(_)) => {
                    let most = u64::from(stage.writes);
                    self.findings.bound(at_most(
                        most,
                        "write of a sequence",
                        "writes of each sequence",
                    ));
                }
                // Said below, whether it is reached or not.
                (Some(ReachedBound::Rounds | ReachedBound::Size), Some(_)) => {}
            }
        }
        if ours.is_empty() && self.takes_more_rounds(stage, made) {
            ours.push(ReachedBound::Rounds);
        }
        if ours.is_empty() {
            self.note_schedules(stage, made);
            let unwind =
                Unwind { all: Some(stage.bounds.all), ..self.options.symbolic.unwind.clone() };
            let bounds = Bounds::of_loops(unwind);
            cut_off.note(&self.options.symbolic, &bounds, &mut self.findings);
        }
        ours
    }

    /// Where the scheme cannot tell whether more rounds would show something new, a few are
    /// taken.
    fn takes_more_rounds(&self, stage: &Stage, made: &Made) -> bool {
        let options = self.options;
        let is_ours = options.bounds.rounds.is_none() && options.symbolic.contexts.is_none();
        let counts = matches!(options.scheme, Scheme::LazyCseq | Scheme::LalReps);
        let is_blind = !(options.is_complete() && tells_bounds(made));
        counts && is_ours && is_blind && made.threads > 1 && stage.rounds < USUAL_ROUNDS
    }

    /// All bounds are the user's, and whether they are reached was not asked.
    fn needs_no_answer(&self) -> bool {
        let options = self.options;
        !options.is_complete()
            && options.symbolic.unwind.all.is_some()
            && !options.symbolic.selected.contains(CheckKind::Unwind)
    }

    /// Whether the user set this bound, and if so, whether for a single loop.
    fn is_users(&self, reached: Option<ReachedBound>) -> Option<bool> {
        let unwind = &self.options.symbolic.unwind;
        match reached? {
            ReachedBound::Loop { function, header } => {
                let named = unwind.loops.contains_key(&(function, header));
                (named || unwind.all.is_some()).then_some(named)
            }
            ReachedBound::Recursion { .. } => unwind.all.map(|_| false),
            ReachedBound::Rounds => {
                let given = self.options.bounds.rounds.is_some()
                    || self.options.symbolic.contexts.is_some()
                    || self.options.scheme == Scheme::Kiss;
                given.then_some(false)
            }
            ReachedBound::Writes => self.options.bounds.writes.map(|_| false),
            ReachedBound::Size => None,
        }
    }

    /// The schedules that were looked at, where these are not known to be all.
    fn note_schedules(&mut self, stage: &Stage, made: &Made) {
        if made.threads < 2 || self.options.is_complete() && tells_bounds(made) {
            return;
        }
        let rounds = u64::from(stage.rounds);
        match (self.options.scheme, self.options.symbolic.contexts, self.options.bounds.rounds) {
            (Scheme::LazyCseq, Some(contexts), _) => {
                let most = u64::from(contexts);
                self.findings.bound(at_most(most, "context switch", "context switches"));
            }
            (Scheme::Kiss, _, _) => self.findings.bound(
                "a thread that was interrupted goes on when those that were started since are over"
                    .to_string(),
            ),
            (Scheme::LazyCseq | Scheme::LalReps | Scheme::MemoryUnwinding, _, Some(_)) => {
                self.findings.bound(at_most(rounds, "round", "rounds"));
            }
            (Scheme::LazyCseq | Scheme::LalReps | Scheme::MemoryUnwinding, _, None) => {
                let name = self.options.scheme.engine().name;
                self.findings.gap(format!(
                    "the engine {name} cannot tell whether more than {rounds} rounds would show \
                     something new"
                ));
            }
        }
    }

    fn count(&mut self, stage: &Stage, made: &Made) {
        let latest = [
            ("threads", made.threads as u64),
            ("statements", made.statements as u64),
            ("unwinding", u64::from(stage.deepest())),
        ];
        self.findings.counters.extend(latest);
        match self.options.scheme {
            Scheme::LazyCseq | Scheme::LalReps => {
                self.findings.counters.insert("rounds", u64::from(stage.rounds));
            }
            Scheme::MemoryUnwinding => {
                self.findings.counters.insert("writes", u64::from(stage.writes));
            }
            Scheme::Kiss => {}
        }
    }

    fn show_progress(&self, stage: &Stage, made: &Made) {
        if let Some(progress) = self.options.symbolic.progress {
            progress(&Progress {
                states: made.statements as u64,
                transitions: made.threads as u64,
                depth: u64::from(stage.rounds),
                seconds: self.watch.elapsed().as_secs_f64(),
            });
        }
    }
}

/// The original's counterexample that a model of the sequential program is.
fn counterexample(
    original: &Ready,
    made: &Made,
    whole: &SequentialFormula<'_>,
    record: &Record,
    model: &Model,
    kind: CheckKind,
) -> Result<Counterexample, Refusal> {
    let schedule = whole.schedule(record, model, kind)?;
    let ran = lift::ran(&made.ready, kind, &schedule)?;
    let happened = made.sequential.happened(&ran);
    let happened =
        happened.ok_or_else(|| Refusal::Differs("its marks make no sense".to_string()))?;
    let lifted = lift::lift(original, kind, &happened);
    match lifted {
        Err(Refusal::Differs(_)) if happened.iter().any(|what| is_address(&made.ready, what)) => {
            let reason = "a number that is an input, or was never written, may be an address";
            Err(Refusal::Undecided(reason.to_string()))
        }
        lifted => lifted,
    }
}

/// Whether a thread was told a number that names an object: that is another one in the
/// original, where objects have other numbers.
fn is_address(ready: &Ready, happened: &ThreadEvent) -> bool {
    match happened {
        ThreadEvent::Value { value, .. } => {
            value.width() == ready.layout.pointer_bits && ready.layout.split(*value).0 != 0
        }
        ThreadEvent::Begin { .. }
        | ThreadEvent::Step { .. }
        | ThreadEvent::Spawn { .. }
        | ThreadEvent::ByItself { .. }
        | ThreadEvent::Stands { .. } => false,
    }
}

/// Whether the program says when its rounds or writes are not enough.
fn tells_bounds(made: &Made) -> bool {
    made.sequential.marks.iter().any(|mark| match mark {
        TraceMark::Cut { reached: ReachedBound::Rounds | ReachedBound::Writes } => true,
        TraceMark::Cut { reached: ReachedBound::Loop { .. } | ReachedBound::Recursion { .. } | ReachedBound::Size }
        | TraceMark::Begin { .. }
        | TraceMark::Step { .. }
        | TraceMark::Spawn { .. }
        | TraceMark::Value { .. }
        | TraceMark::ByItself { .. }
        | TraceMark::Stands { .. }
        | TraceMark::Time { .. } => false,
    })
}

/// The bound of a `check unwind`, by the mark in front of it.
fn reached_at(made: &Made, place: Place) -> Option<ReachedBound> {
    let before = (0..place.statement).rev();
    before.filter_map(|statement| marked(made, Place { statement, ..place })).find_map(|mark| {
        match mark {
            TraceMark::Cut { reached } => Some(*reached),
            TraceMark::Begin { .. }
            | TraceMark::Step { .. }
            | TraceMark::Spawn { .. }
            | TraceMark::Value { .. }
            | TraceMark::ByItself { .. }
            | TraceMark::Stands { .. }
            | TraceMark::Time { .. } => None,
        }
    })
}

fn marked(made: &Made, place: Place) -> Option<&TraceMark> {
    let Sequential { marks, .. } = &made.sequential;
    let Instruction::Output { value } = place.instruction(&made.ready.program)? else {
        return None;
    };
    let number = made.ready.constant(value)?;
    marks.get(usize::try_from(number.low64()).ok()?)
}
