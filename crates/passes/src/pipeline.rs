//! All passes, in order: from a program to a [`Ready`] one.
//!
//! A trace is a list of steps with their locations and accesses, in terms of the
//! prepared program. No pass here invents, drops, merges or reorders an access of
//! shared memory, and every statement that is left keeps its location, so that
//! lifting a trace back to the program that came in is the identity, for each
//! pass and for all of them:
//!
//! - `reachable` drops functions and globals that nothing refers to: no trace
//!   speaks of them.
//! - `layout` fixes how pointers look; values of pointers are shown as names.
//! - `promote` turns local variables whose address goes nowhere into registers:
//!   their accesses were in no trace.
//! - `constants` and `simplify` replace computations by their results, and drop
//!   code that cannot run.
//! - `freeze` chooses the value of what was never written before it is copied.

use std::fmt;
use std::mem::take;

use raddle_ir::verify::{Problem, verify};
use raddle_ir::{FunctionId, IndexVec, Program};

use crate::layout::LayoutError;
use crate::loops::Loops;
use crate::{
    FunctionFacts, PointerLayout, ProgramFacts, Ready, constants, escape, freeze, layout, liveness,
    loops, mem2reg, memory_orders, nondet, observable, points_to, reachable, simplify, undefined,
    visible,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PipelineOptions {
    /// Local variables become registers where they can.
    pub promote: bool,
    /// Constants are propagated, and code that cannot run is dropped.
    pub simplify: bool,
    /// Treat every memory access as visible to other threads, without asking the
    /// analyses. Changes no verdict; for testing them.
    pub every_access: bool,
    /// Treat every register as live everywhere, so that its place in a frame is its number.
    /// Changes no verdict; for testing.
    pub every_register: bool,
    /// The verifier runs after every pass, not only on what comes in.
    pub verify: bool,
}

impl Default for PipelineOptions {
    fn default() -> Self {
        PipelineOptions {
            promote: true,
            simplify: true,
            every_access: false,
            every_register: false,
            verify: cfg!(debug_assertions),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PassError {
    /// The program breaks rules of the IR: a defect of the front-end, of a scheme of
    /// `sequential`, or of a pass.
    IllFormed {
        /// The pass, or `input`.
        after: &'static str,
        problems: Vec<Problem>,
    },
    Layout(LayoutError),
}

impl fmt::Display for PassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PassError::IllFormed { after, problems } => {
                write!(f, "internal error: the program is ill-formed after `{after}`")?;
                for problem in problems.iter().take(10) {
                    write!(f, "\n  {problem}")?;
                }
                Ok(())
            }
            PassError::Layout(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PassError {}

/// A look at the program after each pass, with the pass's name.
pub type Watch<'w> = &'w mut dyn FnMut(&str, &Program);

/// Runs all passes and finds all facts.
pub fn prepare(program: Program, options: &PipelineOptions) -> Result<Ready, PassError> {
    prepare_watched(program, options, None)
}

/// The same, with a look at each stage.
pub fn prepare_watched(
    program: Program,
    options: &PipelineOptions,
    after: Option<Watch<'_>>,
) -> Result<Ready, PassError> {
    let mut stage = Stage { program, options: *options, after };
    stage.done("input", true)?;
    stage.pass("reachable", true, reachable::run)?;
    let layout = layout::choose(&stage.program).map_err(PassError::Layout)?;
    stage.pass("layout", true, |program| layout::set_offset_bits(program, &layout))?;
    stage.pass("promote", options.promote, mem2reg::run)?;
    stage.pass("constants", options.simplify, constants::run)?;
    stage.pass("simplify", options.simplify, simplify::run)?;
    stage.pass("freeze", true, freeze::run)?;
    stage.pass("reachable again", true, reachable::run)?;
    Ok(with_facts(stage.program, layout, options))
}

/// A program on its way.
struct Stage<'w> {
    program: Program,
    options: PipelineOptions,
    after: Option<Watch<'w>>,
}

impl Stage<'_> {
    fn pass(
        &mut self,
        name: &'static str,
        wanted: bool,
        run: impl FnOnce(&mut Program),
    ) -> Result<(), PassError> {
        if wanted {
            run(&mut self.program);
            self.done(name, self.options.verify)?;
        }
        Ok(())
    }

    fn done(&mut self, name: &'static str, check: bool) -> Result<(), PassError> {
        if let Some(after) = &mut self.after {
            after(name, &self.program);
        }
        if check {
            verify(&self.program)
                .map_err(|problems| PassError::IllFormed { after: name, problems })?;
        }
        Ok(())
    }
}

/// The analyses, each on the results of those before it.
fn with_facts(program: Program, layout: PointerLayout, options: &PipelineOptions) -> Ready {
    let mut loops: IndexVec<FunctionId, Loops> =
        program.functions.iter().map(loops::find).collect();
    let points_to = points_to::analyse(&program);
    let escape = escape::analyse(&program, &points_to, &loops);
    let mut visible = if options.every_access {
        visible::everything(&program)
    } else {
        visible::find(&program, &points_to, &escape)
    };
    let mut observable = if options.every_access {
        observable::everything(&program)
    } else {
        observable::find(&program, &points_to, &escape)
    };
    let mut nondet = nondet::find(&program, &points_to, &undefined::find(&program));
    let functions = program
        .functions
        .iter_enumerated()
        .map(|(id, function)| {
            let Loops { back_edges, loops } = take(&mut loops[id]);
            FunctionFacts {
                visible: take(&mut visible[id]),
                live: if options.every_register {
                    liveness::everything(function)
                } else {
                    liveness::find(function)
                },
                back_edges,
                loops,
                observable: take(&mut observable.made[id]),
                nondet: take(&mut nondet[id]),
            }
        })
        .collect();
    let layout = layout::recount(&program, layout);
    let (observable, never_written) = (observable.globals, escape.never_written);
    let memory_orders = memory_orders::find(&program);
    Ready::new(ProgramFacts {
        layout,
        functions,
        never_written,
        observable,
        memory_orders,
        program,
    })
}
