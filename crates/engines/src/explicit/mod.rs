//! Engine `explicit`: depth-first search over stored states of the concrete
//! machine, in the manner of explicit-state model checkers (see Zaks and Joshi,
//! "Verifying Multi-threaded C Programs with SPIN").
//!
//! Threads are switched only in front of visible actions. Complete whenever the
//! state space is finite and fits into memory: spin loops and endless server
//! loops end because their states were seen before. One run answers every
//! selected check.
//!
//! Orders of independent steps are left out: by the paper's supersteps (`superstep.rs`), or by
//! persistent sets (`persistent.rs`, the default). Beyond the paper: steps are remembered
//! (`cache.rs`), short searches in other orders and random walks go ahead of the long search, and
//! the next state can be taken from a frontier (`frontier.rs`). Not there: symmetry between
//! threads, liveness. Incomplete: `leak` and `unwind` are not checked.

mod budget;
mod cache;
mod chooser;
mod deadlock;
mod footprint;
mod frontier;
mod futures;
mod persistent;
mod races;
mod reducer;
mod report;
mod search;
mod selecting;
mod shorten;
mod step;
mod store;
mod superstep;
mod waits;
mod walk;
mod watched;

use std::time::Duration;

use raddle_passes::Ready;
use raddle_semantics::Selected;
use raddle_verdict::{Counterexample, Report, Verdict};

use crate::common::limits::{Limits, Listener, Watch};
use crate::registry::EXPLICIT;
use budget::Bounds;
use frontier::{Frontier, Next};
use search::{Explored, Search, ThreadOrder};
use walk::Walks;

/// How many states the short searches before the long one may store, and how deep
/// the second of them goes.
const HUNTED_STATES: u64 = 10_000;
const HUNTED_DEPTH: u64 = 60;
/// How many random walks follow them, and how long these are.
const HUNTING_WALKS: u64 = 32;
const HUNTED_STEPS: usize = 300;
/// Walks that are asked for end after so many steps.
const LONGEST_WALK: usize = 20_000;

/// Which runs of the program are left out because others stand for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reduction {
    /// None: threads are switched in front of every access of memory.
    None,
    /// In front of every access of memory that other threads may see.
    Global,
    /// A thread goes on while no other one's next steps are dependent (`superstep.rs`).
    Superstep,
    /// Only the threads of a persistent set step (`persistent.rs`).
    #[default]
    Persistent,
}

/// Which state is searched next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// A successor of the last one; by bounds on preemptions, that with the most left.
    #[default]
    Depth,
    /// The one that was found first: runs that show something are as short as can be.
    Breadth,
    /// The one that looks most like a bug.
    Best,
}

#[derive(Clone)]
pub struct ExplicitOptions<'a> {
    pub selected: Selected,
    /// At most this many switches from one thread to another.
    pub contexts: Option<u32>,
    /// At most this many switches away from a thread that could go on.
    pub preemptions: Option<u32>,
    /// At most this many choices of which thread goes on; afterwards each runs as long as it can.
    pub decisions: Option<u32>,
    /// At most this many steps.
    pub depth: Option<u64>,
    /// Give up after this many states.
    pub states: Option<u64>,
    pub limits: Limits,
    /// Called now and then.
    pub progress: Option<Listener<'a>>,
    /// Look for counterexamples with the fewest context switches.
    pub shorten: bool,
    /// Remember what steps do instead of running them again. Changes nothing but
    /// the time.
    pub remember: bool,
    pub reduction: Reduction,
    pub order: Order,
    /// Only random walks, for this long.
    pub walk: Option<Duration>,
    /// Each time after so many states it is looked at whether the reduction pays.
    pub trial: u64,
    /// Short searches in other orders go before the long one.
    pub hunt: bool,
}

impl ExplicitOptions<'_> {
    /// No bounds, no limits.
    pub fn new(selected: Selected) -> Self {
        ExplicitOptions {
            selected,
            contexts: None,
            preemptions: None,
            decisions: None,
            depth: None,
            states: None,
            limits: Limits::default(),
            progress: None,
            shorten: true,
            remember: true,
            reduction: Reduction::default(),
            order: Order::default(),
            walk: None,
            trial: 1 << 14,
            hunt: true,
        }
    }
}

impl<'a> ExplicitOptions<'a> {
    /// Persistent sets need to know what is behind a state before its other threads step, which
    /// only a search in depth does.
    fn allowed_by_order(&self) -> ExplicitOptions<'a> {
        let reduction = match (self.order, self.reduction) {
            (Order::Breadth | Order::Best, Reduction::Persistent) => Reduction::Superstep,
            (_, reduction) => reduction,
        };
        // Steps are counted one by one where the shortest run is looked for.
        let reduction = match self.order {
            Order::Breadth => Reduction::Global,
            Order::Depth | Order::Best => reduction,
        };
        ExplicitOptions { reduction, ..self.clone() }
    }
}

fn frontier(options: &ExplicitOptions<'_>) -> Option<Next> {
    match options.order {
        Order::Depth => options.preemptions.map(|_| Next::FewestPreemptions),
        Order::Breadth => Some(Next::Oldest),
        Order::Best => Some(Next::Best),
    }
}

/// Short searches before the long one: in another order, since what is deep in one
/// is often near in another (as in the swarm verification of Holzmann, Joshi and
/// Groce), and not too deep, since a loop that counts for ever would keep the long
/// one away from what is near; then a few random walks, which mix what both orders keep apart
/// (threads are created in a loop while the first of them run). They cost next to nothing.
fn hunt(
    ready: &Ready,
    options: &ExplicitOptions<'_>,
    targets: Selected,
    bounds: Bounds,
    watch: &Watch,
) -> Explored {
    let options = &ExplicitOptions { reduction: Reduction::Global, ..options.clone() };
    let states = bounds.states.unwrap_or(HUNTED_STATES).min(HUNTED_STATES);
    let bounds = Bounds { states: Some(states), ..bounds };
    let mut search = Search::new(ready, options, targets, bounds, watch.remaining());
    search.order = ThreadOrder::YoungestFirst;
    let mut findings = search.run();
    if findings.gaps.is_empty() || findings.open.is_empty() {
        return findings;
    }
    let depth = bounds.depth.unwrap_or(HUNTED_DEPTH).min(HUNTED_DEPTH);
    let near = Bounds { depth: Some(depth), ..bounds };
    let near = Search::new(ready, options, findings.open, near, watch.remaining()).run();
    findings.add(near);
    if findings.open.is_empty() || bounds.restrict_runs() {
        return findings;
    }
    let walks = Walks { most: Some(HUNTING_WALKS), longest: HUNTED_STEPS };
    let search = Search::new(ready, options, findings.open, Bounds::default(), watch.remaining());
    findings.add(search.walk(walks));
    findings
}

pub fn run(ready: &Ready, options: &ExplicitOptions<'_>) -> Report {
    if options.reduction == Reduction::None {
        return without_reduction(ready, options);
    }
    let options = &options.allowed_by_order();
    let watch = Watch::new(options.limits.clone());
    let targets: Selected =
        options.selected.iter().filter(|kind| EXPLICIT.answers(*kind)).collect();
    let bounds = Bounds {
        contexts: options.contexts,
        preemptions: options.preemptions,
        decisions: options.decisions,
        depth: options.depth,
        states: options.states,
    };
    if let Some(time) = options.walk {
        let left = watch.remaining();
        let time = left.time.map_or(time, |left| left.min(time));
        let limits = Limits { time: Some(time), ..left };
        let search = Search::new(ready, options, targets, Bounds::default(), limits);
        let mut findings = search.walk(Walks { most: None, longest: LONGEST_WALK });
        if options.shorten {
            shorten::run(ready, options, &mut findings, &watch);
        }
        return report::make(ready, options, findings, watch.elapsed());
    }
    let early = options.hunt.then(|| hunt(ready, options, targets, bounds, &watch));
    let mut findings = match early {
        Some(early) if early.gaps.is_empty() || early.open.is_empty() => early,
        early => {
            let early = early.unwrap_or(Explored { open: targets, ..Explored::default() });
            let mut search = Search::new(ready, options, early.open, bounds, watch.remaining());
            search.progress = options.progress;
            search.frontier = frontier(options).map(Frontier::new);
            let mut findings = search.run();
            findings.violations.extend(early.violations);
            findings.transitions += early.transitions;
            findings
        }
    };
    // In breadth the shortest runs were found, and are not to become longer.
    if options.shorten && options.order != Order::Breadth {
        shorten::run(ready, options, &mut findings, &watch);
    }
    report::make(ready, options, findings, watch.elapsed())
}

/// The steps of this search are too small for schedules: those of what it finds violated are
/// found once more, in front of what other threads may see.
fn without_reduction(ready: &Ready, options: &ExplicitOptions<'_>) -> Report {
    let watch = Watch::new(options.limits.clone());
    let options = ExplicitOptions { reduction: Reduction::Global, ..options.clone() };
    let plain = ExplicitOptions { shorten: false, ..options.clone() };
    let mut report = run(&ready.with_every_access(), &plain);
    let violated =
        report.results.iter().any(|result| matches!(result.verdict, Verdict::Violated(_)));
    if violated {
        let again = run(ready, &ExplicitOptions { limits: watch.remaining(), ..options });
        report.results = again.results;
    }
    report
}

/// Counterexamples with fewer context switches for those that another engine found, where
/// they are found in a short time.
pub fn shorter(
    ready: &Ready,
    options: &ExplicitOptions<'_>,
    violations: Vec<Counterexample>,
) -> Vec<Counterexample> {
    let watch = Watch::new(options.limits.clone());
    let mut findings = Explored { violations, ..Explored::default() };
    shorten::run(ready, options, &mut findings, &watch);
    findings.violations
}
