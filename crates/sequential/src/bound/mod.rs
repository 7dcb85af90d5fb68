//! Bounding: a partial evaluator that unwinds loops, inlines calls and makes one
//! function of each thread that can be created.
//!
//! A thread is copied block by block (`walk.rs`), a copy for each call, each
//! iteration of the loops around and each depth of atomic sections; copies are made
//! in an order (`block_order.rs`) in which everything that leads to one is there before it, so
//! that what is known where ways meet (`value.rs`) is known for good. Conditions that
//! are known take one way, so that a loop with a known number of iterations is
//! simply run; only the others count against the bounds. `Spawn` statements on the
//! way say which threads there are.
//!
//! Functions keep their numbers, without bodies, so that pointers to them stay what
//! they are; the threads' functions follow. Globals keep theirs too; the
//! thread-local ones are the first thread's, and the others' copies follow. One whose
//! address leaves its thread is an object on the thread's stack instead, since it ends
//! with the thread.
//!
//! What is left to do: what private memory holds is not followed, so that a loop whose
//! counter lives in memory counts against its bound.

mod calls;
mod draft;
mod nodes;
mod statements;
mod value;
mod walk;

use raddle_ir::index::Index;
use raddle_ir::verify::verify;
use raddle_ir::{BlockId, Function, FunctionId, IndexVec, Program};
use raddle_passes::{Place, Ready, escape, loops, points_to, visible};

use crate::bounded::{Bounded, Bounds, Cut, Note, Slot, Thread};
use draft::{Draft, Special};
use walk::{BoundingState, Walk};

/// The program within these bounds. An error is a reason why that cannot be.
pub fn bound(ready: &Ready, bounds: &Bounds) -> Result<Bounded, String> {
    let points_to = points_to::analyse(&ready.program);
    let mut shared = BoundingState::new(ready, &points_to, bounds);
    let mut drafts: Vec<Draft> = Vec::new();
    while let Some(&start) = shared.starts.get(drafts.len()) {
        let slot = Slot::new(drafts.len());
        drafts.push(Walk::new(&mut shared, slot, start).run());
    }
    let globals = shared.globals.list;
    let mut bounded = assemble(ready, globals, drafts);
    if let Err(problems) = verify(&bounded.program) {
        let first = problems.first().map(ToString::to_string).unwrap_or_default();
        return Err(format!("internal error: the bounded program is ill-formed: {first}"));
    }
    hide(&mut bounded);
    Ok(bounded)
}

fn assemble(
    ready: &Ready,
    globals: IndexVec<raddle_ir::GlobalId, raddle_ir::Global>,
    drafts: Vec<Draft>,
) -> Bounded {
    let original = &ready.program;
    let mut functions: IndexVec<FunctionId, Function> =
        original.functions.iter().map(without_body).collect();
    let mut notes: IndexVec<FunctionId, IndexVec<BlockId, Vec<Note>>> =
        functions.iter().map(|_| IndexVec::new()).collect();
    let first = functions.len();
    let mut threads: IndexVec<Slot, Thread> = (0..drafts.len())
        .map(|slot| Thread { function: FunctionId::new(first + slot), spawned_by: None })
        .collect();
    let mut cuts = Vec::new();
    for (number, draft) in drafts.into_iter().enumerate() {
        let function = FunctionId::new(first + number);
        for (block, remarks) in draft.remarks.iter_enumerated() {
            for (statement, remark) in (0..).zip(remarks) {
                let place = Place { function, block, statement };
                match remark.special {
                    Special::None => {}
                    Special::Spawns(child) => {
                        threads[child].spawned_by = Some((Slot::new(number), place));
                    }
                    Special::Cut(reached) => {
                        let code = &draft.function.blocks[block].statements[statement as usize];
                        cuts.push(Cut { reached, place, location: code.location });
                    }
                }
            }
        }
        let pairs = draft.remarks.iter().zip(draft.ends.iter());
        let of_block = |(remarks, end): (&Vec<draft::Remark>, &Note)| {
            remarks.iter().map(|remark| remark.note).chain([*end]).collect()
        };
        notes.push(pairs.map(of_block).collect());
        functions.push(draft.function);
    }
    let program = Program {
        target: original.target,
        files: original.files.clone(),
        types: original.types.clone(),
        globals,
        functions,
        entry: FunctionId::new(first),
    };
    Bounded { program, threads, notes, cuts }
}

fn without_body(function: &Function) -> Function {
    Function {
        name: function.name.clone(),
        parameters: function.parameters.clone(),
        variadic: function.variadic,
        results: function.results.clone(),
        registers: function.registers.clone(),
        blocks: IndexVec::new(),
        origin: function.origin,
        location: function.location,
    }
}

/// More is known where each call has a copy of its own: what is visible in the original
/// may not be here. Both are safe, so what either of them says is.
fn hide(bounded: &mut Bounded) {
    let program = &bounded.program;
    let loops = program.functions.iter().map(loops::find).collect();
    let points_to = points_to::analyse(program);
    let escape = escape::analyse(program, &points_to, &loops);
    let visible = visible::find(program, &points_to, &escape);
    for (function, notes) in bounded.notes.iter_enumerated_mut() {
        for (block, notes) in notes.iter_enumerated_mut() {
            let facts = visible.get(function).and_then(|blocks| blocks.get(block));
            for (position, note) in notes.iter_mut().enumerate() {
                let fact = facts.and_then(|facts| facts.get(position)).copied();
                note.visible &= fact.unwrap_or(true);
            }
        }
    }
}
