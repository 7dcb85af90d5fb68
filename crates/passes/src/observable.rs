//! Which objects can other threads touch than the one that made them, or see change?
//! The same facts as those behind `visible.rs`, by object instead of by access: for
//! `semantics`, which keeps the memory that threads share apart from the rest where
//! threads are run by themselves. An object that only one
//! thread touches, but another one made, is among them: no access of it is visible.

use raddle_ir::{BlockId, Function, FunctionId, GlobalId, IndexVec, Instruction, Program};
use rustc_hash::FxHashSet;

use crate::Place;
use crate::escape::Escape;
use crate::points_to::{AbstractObject, PointsTo};

pub struct Observable {
    pub globals: IndexVec<GlobalId, bool>,
    /// For each function the statements that make such objects.
    pub made: IndexVec<FunctionId, FxHashSet<(BlockId, u32)>>,
}

pub fn find(program: &Program, points_to: &PointsTo, escape: &Escape) -> Observable {
    let globals = program.globals.iter_enumerated().map(|(id, global)| match global.thread_local {
        true => escape.is_handed_over(points_to, AbstractObject::ThreadLocal(id)),
        false => escape.is_observable(points_to, AbstractObject::Global(id)),
    });
    let globals = globals.collect();
    // A statement that the analysis never met is not reached.
    let mut sites: FxHashSet<Place> = FxHashSet::default();
    let mut variadic: FxHashSet<FunctionId> = FxHashSet::default();
    for &object in points_to.objects() {
        if !escape.is_handed_over(points_to, object) {
            continue;
        }
        match object {
            AbstractObject::Allocation { site, .. } => drop(sites.insert(site)),
            AbstractObject::VariadicArea { function, .. } => drop(variadic.insert(function)),
            AbstractObject::Global(_)
            | AbstractObject::ThreadLocal(_)
            | AbstractObject::Function(_) => {}
        }
    }
    let made = program.functions.iter_enumerated().map(|(id, function)| {
        made(id, function, &|place, instruction| {
            if matches!(instruction, Instruction::VariadicArea { .. }) {
                variadic.contains(&place.function)
            } else {
                sites.contains(&place)
            }
        })
    });
    Observable { globals, made: made.collect() }
}

/// Everything that can change at all.
pub fn everything(program: &Program) -> Observable {
    let globals = program.globals.iter().map(|_| true).collect();
    let of_function = |(id, function)| made(id, function, &|_, _| true);
    Observable { globals, made: program.functions.iter_enumerated().map(of_function).collect() }
}

fn made(
    id: FunctionId,
    function: &Function,
    is_observable: &dyn Fn(Place, &Instruction) -> bool,
) -> FxHashSet<(BlockId, u32)> {
    let mut found = FxHashSet::default();
    for (block, code) in function.blocks.iter_enumerated() {
        for (statement, each) in (0u32..).zip(&code.statements) {
            let makes = matches!(
                each.instruction,
                Instruction::Allocate { .. } | Instruction::VariadicArea { .. }
            );
            let place = Place { function: id, block, statement };
            if makes && is_observable(place, &each.instruction) {
                found.insert((block, statement));
            }
        }
    }
    found
}
