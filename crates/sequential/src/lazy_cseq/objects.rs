//! Objects that threads make, where the functions of threads are left and called
//! again: a stack object of a thread must live on between its turns, and the
//! address of an object should be a constant, not a value that depends on whether
//! its maker has run.
//!
//! Each `Allocate` of a bounded program makes at most one object. One of known
//! size is made when the program begins, since no thread has its address before
//! its time; all are heap objects, and those of the stack are freed where their
//! frame ends.

use raddle_ir::{
    AllocationKind, Block, BlockId, DebugTypeId, Function, GlobalId, Instruction, Operand,
    RegisterId, Terminator, Type,
};
use raddle_passes::Place;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Building;
use crate::bounded::Slot;
use crate::code::{Code, constant};

/// An object that is made when the program begins.
pub(super) struct Made {
    /// Where its address is kept.
    pub holder: GlobalId,
    pub size: Operand,
    pub zeroed: bool,
    pub name: Option<String>,
    pub debug_type: Option<DebugTypeId>,
}

/// The objects of one thread.
#[derive(Default)]
pub(super) struct Objects {
    /// Where the addresses are that `Allocate` gave to these registers.
    holders: FxHashMap<RegisterId, GlobalId>,
    /// For stack objects that may end: their address while they live, by place.
    lives: FxHashMap<Place, GlobalId>,
    /// What a `StackRestore` may end.
    ends: FxHashMap<Place, Vec<GlobalId>>,
}

impl Objects {
    pub fn find(building: &mut Building<'_>, slot: Slot) -> Result<Objects, String> {
        let bounded = building.bounded;
        let id = bounded.threads[slot].function;
        let function = &bounded.program.functions[id];
        let mut objects = Objects::default();
        let mut on_stack = Vec::new();
        for (place, each) in bounded.statements_of(slot) {
            let Instruction::Allocate { result, kind, size, zeroed, name, debug_type } =
                &each.instruction
            else {
                continue;
            };
            if let Operand::Constant(_) = size {
                let holder = building.global(&format!("object_{slot}_{result}"), Type::Pointer);
                objects.holders.insert(*result, holder);
                building.objects.push(Made {
                    holder,
                    size: *size,
                    zeroed: *zeroed,
                    name: name.clone(),
                    debug_type: *debug_type,
                });
            }
            if *kind == AllocationKind::Stack {
                on_stack.push((place, *result));
            }
        }
        objects.find_ends(building, slot, function, &on_stack)?;
        Ok(objects)
    }

    fn find_ends(
        &mut self,
        building: &mut Building<'_>,
        slot: Slot,
        function: &Function,
        on_stack: &[(Place, RegisterId)],
    ) -> Result<(), String> {
        if on_stack.is_empty() {
            return Ok(());
        }
        let mut saves: FxHashMap<RegisterId, Place> = FxHashMap::default();
        let mut restores: Vec<(Place, Operand)> = Vec::new();
        for (place, each) in building.bounded.statements_of(slot) {
            if let Instruction::StackSave { mark } = &each.instruction {
                saves.insert(*mark, place);
            } else if let Instruction::StackRestore { mark } = &each.instruction {
                restores.push((place, *mark));
            }
        }
        let ends_at_last = can_end(function);
        for (place, result) in on_stack {
            let mut life = None;
            for (restore, mark) in &restores {
                let Operand::Register(mark) = mark else {
                    return Err("the stack is restored to a place that is not known".to_string());
                };
                let save = saves
                    .get(mark)
                    .ok_or("the stack is restored to a place that is not known".to_string())?;
                if leads_to(function, *save, *place) && leads_to(function, *place, *restore) {
                    let life = *life.get_or_insert_with(|| {
                        building.global(&format!("life_{slot}_{result}"), Type::Pointer)
                    });
                    self.ends.entry(*restore).or_default().push(life);
                }
            }
            if life.is_none() && ends_at_last {
                life = Some(building.global(&format!("life_{slot}_{result}"), Type::Pointer));
            }
            if let Some(life) = life {
                self.lives.insert(*place, life);
            }
        }
        Ok(())
    }

    /// The registers whose values are kept somewhere from the beginning.
    pub fn holders(self) -> FxHashMap<RegisterId, GlobalId> {
        self.holders
    }

    /// For the instructions about the making and ending of objects.
    pub fn statement(&self, code: &mut Code, place: Place, instruction: &Instruction) {
        if let Instruction::Allocate { result, .. } = instruction {
            if !self.holders.contains_key(result) {
                let mut on_heap = instruction.clone();
                if let Instruction::Allocate { kind, .. } = &mut on_heap {
                    *kind = AllocationKind::Heap;
                }
                code.add(on_heap);
            }
            if let Some(&life) = self.lives.get(&place) {
                code.write(life, Operand::Register(*result), Type::Pointer);
            }
        } else if let Instruction::StackRestore { .. } = instruction {
            for &life in self.ends.get(&place).into_iter().flatten() {
                end(code, life);
            }
        }
    }

    /// All stack objects end with the thread.
    pub fn end_all(&self, code: &mut Code) {
        let mut lives: Vec<GlobalId> = self.lives.values().copied().collect();
        lives.sort_unstable();
        for life in lives {
            end(code, life);
        }
    }
}

/// Frees the object, if it was made and has not ended: the null pointer's end is
/// nothing.
fn end(code: &mut Code, life: GlobalId) {
    let address = code.read(life, Type::Pointer);
    code.add(Instruction::Free { address });
    let null = constant(0, code.target.pointer_bits);
    code.write(life, null, Type::Pointer);
}

/// Whether the thread can end by itself, and its objects with it.
fn can_end(function: &Function) -> bool {
    let ends =
        |block: &Block| matches!(block.terminator, Terminator::Return(_) | Terminator::ThreadExit);
    function.blocks.iter().any(ends)
}

/// Whether one place can come before the other in a run. Blocks lead to blocks
/// behind them only.
fn leads_to(function: &Function, first: Place, second: Place) -> bool {
    if first.block == second.block {
        return first.statement < second.statement;
    }
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut open = vec![first.block];
    while let Some(block) = open.pop() {
        if block == second.block {
            return true;
        }
        if block > second.block || !seen.insert(block) {
            continue;
        }
        open.extend(function.blocks[block].terminator.edges().iter().map(|edge| edge.target));
    }
    false
}
