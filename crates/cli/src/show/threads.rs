//! `raddle show bounded` of a program with threads: what is made sequential, one function
//! a thread with loops unwound and calls inlined.

use std::fmt::Write as _;

use raddle_ir::index::Index;
use raddle_ir::text::Printer;
use raddle_passes::Ready;
use raddle_semantics::symbolic::Unwind;
use raddle_sequential::{Bounded, Bounds, ReachedBound, Slot, bound};

use super::unwound::ITERATIONS;
use super::{columns, indent, place};
use crate::diagnostic::Diagnostic;
use crate::loops::named_loops;

/// More is too much to read.
const MOST_THREADS: usize = 256;
const MOST_STATEMENTS: usize = 200_000;

pub fn bounded(ready: &Ready, unwind: &Unwind) -> Result<String, Diagnostic> {
    let bounds = Bounds {
        all: unwind.all.unwrap_or(ITERATIONS),
        loops: unwind.loops.clone(),
        threads: MOST_THREADS,
        statements: MOST_STATEMENTS,
    };
    let bounded = bound(ready, &bounds).map_err(Diagnostic::new)?;
    let mut out = format!("Threads\n{}", indent(&threads(&bounded)));
    if !bounded.cuts.is_empty() {
        let _ =
            write!(out, "\nLeft out (--unwind N shows more)\n{}", indent(&cuts(ready, &bounded)));
    }
    out.push('\n');
    Ok(out + &Printer::READABLE.program(&bounded.program))
}

/// `t1  f17 t1_worker  spawned by t0 at b0, statement 10`
fn threads(bounded: &Bounded) -> String {
    let line = |(slot, thread): (Slot, &raddle_sequential::Thread)| {
        let name = &bounded.program.functions[thread.function].name;
        let origin = match thread.spawned_by {
            None => "the first thread".to_owned(),
            Some((by, at)) => {
                format!("spawned by {by} at {}, statement {}", at.block, at.statement)
            }
        };
        [slot.to_string(), format!("{} {name}", thread.function), origin]
    };
    columns(&bounded.threads.iter_enumerated().map(line).collect::<Vec<_>>())
}

/// `t1  more iterations of worker.0  file.c:12`
fn cuts(ready: &Ready, bounded: &Bounded) -> String {
    let loops = named_loops(ready);
    let line = |cut: &raddle_sequential::Cut| {
        let slot = bounded
            .threads
            .iter_enumerated()
            .find(|(_, thread)| thread.function.position() == cut.place.function.position());
        let what = match cut.reached {
            ReachedBound::Loop { function, header } => {
                let known =
                    loops.iter().find(|each| (each.function, each.header) == (function, header));
                let name = &ready.program.functions[function].name;
                let unnamed = || format!("a loop in {name}");
                format!(
                    "more iterations of {}",
                    known.map_or_else(unnamed, |each| each.name.clone())
                )
            }
            ReachedBound::Recursion { function } => {
                format!("deeper calls of {}", ready.program.functions[function].name)
            }
            ReachedBound::Size => "more than fits".to_owned(),
            ReachedBound::Rounds => "more rounds".to_owned(),
            ReachedBound::Writes => "more writes".to_owned(),
        };
        let slot = slot.map(|(slot, _)| slot.to_string()).unwrap_or_default();
        [slot, what, place(&bounded.program, cut.location)]
    };
    columns(&bounded.cuts.iter().map(line).collect::<Vec<_>>())
}
