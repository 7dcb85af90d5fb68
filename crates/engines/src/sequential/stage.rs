//! One stage of a search: the bounds, and the sequential program within them.

use raddle_ir::index::Index;
use raddle_ir::{
    BlockId, CheckKind, FunctionId, Instruction, Operand, Program, Statement, WhenUnselected,
};
use raddle_passes::Ready;
use raddle_passes::pipeline::{PipelineOptions, prepare};
use raddle_semantics::Selected;
use raddle_sequential::{
    Bounded, Bounds, ReachedBound, Sequential, Slot, bound, lal_reps, lazy_cseq, memory_unwinding,
};
use raddle_terms::Bits;
use rustc_hash::FxHashMap;

use super::{Scheme, SequentialOptions};
use crate::common::bounds::{MOST_ITERATIONS, doubled, within};
use crate::common::limits::Watch;

/// What a search begins with where no bound is set.
const FIRST_ITERATIONS: u32 = 1;
const FIRST_ROUNDS: u32 = 2;
const FIRST_WRITES: u32 = 4;
/// What is not exceeded without being told.
const MOST_ROUNDS: u32 = 64;
const MOST_WRITES: u32 = 1 << 10;
/// Rounds of schemes that cannot tell whether there should be more.
pub const USUAL_ROUNDS: u32 = 4;
const MOST_THREADS: usize = 64;
const MOST_STATEMENTS: usize = 30_000;

/// How far one stage goes.
#[derive(Clone, Debug)]
pub struct Stage {
    pub bounds: Bounds,
    pub rounds: u32,
    pub writes: u32,
    /// Threads can stand in front of what may be a memory error.
    pub careful: bool,
}

impl Stage {
    pub fn first(options: &SequentialOptions<'_>) -> Stage {
        let unwind = &options.symbolic.unwind;
        Stage {
            bounds: Bounds {
                all: unwind.all.unwrap_or(FIRST_ITERATIONS),
                loops: unwind.loops.iter().map(|(key, most)| (*key, *most)).collect(),
                threads: MOST_THREADS,
                statements: MOST_STATEMENTS,
            },
            rounds: options.bounds.rounds.unwrap_or(FIRST_ROUNDS),
            writes: options.bounds.writes.unwrap_or(FIRST_WRITES),
            careful: false,
        }
    }

    /// The most iterations of any loop.
    pub fn deepest(&self) -> u32 {
        self.bounds.loops.values().copied().chain([self.bounds.all]).max().unwrap_or(0)
    }

    /// Larger bounds where these were reached. An error is a bound that is not
    /// exceeded.
    pub fn raise(&mut self, reached: &[ReachedBound]) -> Result<(), String> {
        for each in reached {
            match *each {
                ReachedBound::Loop { function, header } => self.raise_loop((function, header))?,
                ReachedBound::Recursion { .. } => {
                    self.bounds.all = doubled(self.bounds.all, MOST_ITERATIONS)?;
                }
                ReachedBound::Size => {
                    return Err(format!(
                        "the program has more than {MOST_THREADS} threads or {MOST_STATEMENTS} \
                         statements when it is unwound"
                    ));
                }
                ReachedBound::Rounds => {
                    let next = self.rounds + (self.rounds / 2).max(1);
                    self.rounds = within(next, MOST_ROUNDS)?;
                }
                ReachedBound::Writes => self.writes = doubled(self.writes, MOST_WRITES)?,
            }
        }
        Ok(())
    }

    fn raise_loop(&mut self, key: (FunctionId, BlockId)) -> Result<(), String> {
        let loops: &mut FxHashMap<(FunctionId, BlockId), u32> = &mut self.bounds.loops;
        let most = loops.entry(key).or_insert(self.bounds.all);
        *most = doubled(*most, MOST_ITERATIONS)?;
        Ok(())
    }
}

/// A sequential program, ready to be run.
pub struct Made {
    pub sequential: Sequential,
    pub ready: Ready,
    pub threads: usize,
    /// Of the sequential program.
    pub statements: usize,
}

/// The sequential program within the bounds of a stage, with checks of these kinds.
/// An error is a reason why there is none.
pub fn make(
    original: &Ready,
    options: &SequentialOptions<'_>,
    stage: &Stage,
    checks: Selected,
) -> Result<Made, String> {
    made(original, options, stage, checks, |program| program)
}

/// The same for other verifiers: executions that reach a bound are left out unless that
/// is looked for, and `with_choices` makes every choice that of a `nondet`.
pub fn make_explicit(
    original: &Ready,
    options: &SequentialOptions<'_>,
    stage: &Stage,
    checks: Selected,
    with_choices: impl FnOnce(Program) -> Program,
) -> Result<Made, String> {
    made(original, options, stage, checks, |mut program| {
        if !checks.contains(CheckKind::Unwind) {
            let blocks = program.functions.iter_mut().flat_map(|each| each.blocks.iter_mut());
            blocks.for_each(|block| {
                leave_out(&mut block.statements, &|kind| kind == CheckKind::Unwind)
            });
        }
        with_choices(program)
    })
}

fn made(
    original: &Ready,
    options: &SequentialOptions<'_>,
    stage: &Stage,
    checks: Selected,
    rewrite: impl FnOnce(Program) -> Program,
) -> Result<Made, String> {
    let watch = Watch::new(options.symbolic.limits.clone());
    let look = || watch.exceeded().map_or(Ok(()), Err);
    let mut bounded = bound(original, &stage.bounds)?;
    look()?;
    let functions: Vec<FunctionId> = bounded.threads.iter().map(|each| each.function).collect();
    for function in functions {
        for block in bounded.program.functions[function].blocks.iter_mut() {
            let others = |kind| kind != CheckKind::Unwind && !checks.contains(kind);
            leave_out(&mut block.statements, &others);
        }
    }
    let mut sequential = sequentialise(&bounded, options, stage, checks)?;
    sequential.program = rewrite(sequential.program);
    look()?;
    let settings = PipelineOptions { verify: false, ..PipelineOptions::default() };
    let ready =
        prepare(sequential.program.clone(), &settings).map_err(|error| error.to_string())?;
    let blocks = ready.program.functions.iter().flat_map(|function| function.blocks.iter());
    let statements = blocks.map(|block| block.statements.len() + 1).sum();
    Ok(Made { sequential, ready, threads: bounded.threads.len(), statements })
}

fn sequentialise(
    bounded: &Bounded,
    options: &SequentialOptions<'_>,
    stage: &Stage,
    checks: Selected,
) -> Result<Sequential, String> {
    let driver = match (options.scheme, options.symbolic.contexts) {
        (Scheme::LalReps, _) => return lal_reps::sequentialise(bounded, stage.rounds),
        (Scheme::MemoryUnwinding, _) => {
            let deadlock = checks.contains(CheckKind::Deadlock);
            let (grain, writes) = (options.bounds.grain, stage.writes);
            let options = memory_unwinding::Options { grain, writes, deadlock };
            return memory_unwinding::sequentialise(bounded, &options);
        }
        (Scheme::Kiss, _) => lazy_cseq::Driver::Kiss,
        (Scheme::LazyCseq, Some(switches)) => {
            lazy_cseq::Driver::ContextBounded { contexts: switches.saturating_add(1) }
        }
        (Scheme::LazyCseq, None) => {
            let order = order(bounded, &options.bounds.order);
            lazy_cseq::Driver::RoundRobin { rounds: stage.rounds, order }
        }
    };
    let complete = options.is_complete();
    let checks = checks.iter().collect();
    lazy_cseq::sequentialise(
        bounded,
        &lazy_cseq::Options { driver, checks, careful: stage.careful, complete },
    )
}

/// The threads in the order that was asked for, then the others; nothing if nothing
/// was asked for.
fn order(bounded: &Bounded, wanted: &[u32]) -> Vec<Slot> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let there = 0..bounded.threads.len();
    let first = wanted.iter().map(|number| *number as usize).filter(|slot| there.contains(slot));
    let mut order: Vec<usize> = first.collect();
    let rest: Vec<usize> = there.filter(|slot| !order.contains(slot)).collect();
    order.extend(rest);
    order.into_iter().map(Slot::new).collect()
}

/// A thread that fails a check that is not looked for goes on or stops, as if there
/// were an assumption.
fn leave_out(statements: &mut [Statement], unwanted: &dyn Fn(CheckKind) -> bool) {
    for statement in statements {
        if let Instruction::Check { kind, condition, .. } = &statement.instruction
            && unwanted(*kind)
        {
            let condition = match kind.when_unselected() {
                WhenUnselected::Stop => *condition,
                WhenUnselected::GoOn => Operand::Constant(Bits::boolean(true)),
            };
            statement.instruction = Instruction::Assume { condition };
        }
    }
}
