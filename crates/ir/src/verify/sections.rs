//! Atomic sections of library functions: balanced on every path, and without a
//! write before an await, so that a section whose await is false can be left as
//! if it had never begun.
//!
//! A forward data flow over each function: how deep the section is, and whether
//! it may have written. Calls are followed by three facts about the callee,
//! closed over the call graph: it may write, it may await, it is called within a
//! section. A call through a pointer or of a user's function counts as a write.
//! Stores to a stack object whose address is used for nothing but loads and
//! stores are no writes: they are about to become registers.

use super::{Checker, Problem, targets};
use crate::dominators::reverse_postorder;
use crate::index::Index;
use crate::{
    AllocationKind, BlockId, Callee, Effect, Function, FunctionId, IndexVec, Instruction, Operand,
    Origin, Program, Terminator,
};

#[derive(Clone, Copy, Default)]
struct Facts {
    writes: bool,
    awaits: bool,
    within_section: bool,
}

/// What is known before a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    depth: u32,
    /// In the section that is open.
    wrote: bool,
}

pub(super) fn verify(program: &Program, problems: &mut Vec<Problem>) {
    let mut facts: IndexVec<FunctionId, Facts> =
        program.functions.iter().map(|_| Facts::default()).collect();
    let mut private: IndexVec<FunctionId, Vec<bool>> = IndexVec::new();
    for function in program.functions.iter() {
        private.push(match function.origin {
            Origin::User => Vec::new(),
            Origin::Library => private_objects(function),
        });
    }
    close_facts(program, &private, &mut facts);
    for (id, function) in program.functions.iter_enumerated() {
        if function.origin == Origin::User {
            continue;
        }
        let private = &private[id];
        let checker = Checker::new(program, id, function, problems);
        let depth = u32::from(facts[id].within_section);
        SectionChecker { checker, facts: &facts, private, outer: depth }.function();
    }
}

/// The registers that hold the address of a stack object which is used only to
/// load from it and to store to it.
fn private_objects(function: &Function) -> Vec<bool> {
    let mut private = vec![false; function.registers.len()];
    for block in function.blocks.iter() {
        for statement in &block.statements {
            if let Instruction::Allocate { result, kind: AllocationKind::Stack, .. } =
                &statement.instruction
            {
                private[result.position()] = true;
            }
        }
    }
    let mut escape = |operand: &Operand| {
        if let Operand::Register(register) = operand {
            private[register.position()] = false;
        }
    };
    for block in function.blocks.iter() {
        for statement in &block.statements {
            let instruction = &statement.instruction;
            if let Instruction::Store { value, .. } = instruction {
                escape(value);
            } else if !matches!(instruction, Instruction::Load { .. }) {
                instruction.for_each_operand(&mut escape);
            }
        }
        block.terminator.for_each_operand(&mut escape);
    }
    private
}

/// Calls are looked at where the callee is known.
fn writes(instruction: &Instruction, private: &[bool]) -> bool {
    instruction.effect() == Effect::Spawns
        || instruction.accesses().any(|each| each.writes && !is_private(&each.address, private))
}

fn is_private(address: &Operand, private: &[bool]) -> bool {
    match address {
        Operand::Register(register) => private.get(register.position()) == Some(&true),
        Operand::Constant(_)
        | Operand::Global(_)
        | Operand::Function(_)
        | Operand::Undefined(_) => false,
    }
}

/// The least facts that the instructions and the facts of callees imply.
fn close_facts(
    program: &Program,
    private: &IndexVec<FunctionId, Vec<bool>>,
    facts: &mut IndexVec<FunctionId, Facts>,
) {
    let mut changed = true;
    while changed {
        changed = false;
        for (id, function) in program.functions.iter_enumerated() {
            let before = facts[id];
            let mut after = before;
            match function.origin {
                Origin::User => after.writes = true,
                Origin::Library => library_facts(function, &private[id], facts, &mut after),
            }
            changed |= after.writes != before.writes || after.awaits != before.awaits;
            facts[id] = after;
        }
        changed |= close_within_section(program, facts);
    }
}

fn library_facts(
    function: &Function,
    private: &[bool],
    facts: &IndexVec<FunctionId, Facts>,
    after: &mut Facts,
) {
    for block in function.blocks.iter() {
        for statement in &block.statements {
            let instruction = &statement.instruction;
            after.writes |= writes(instruction, private);
            after.awaits |= matches!(instruction, Instruction::Await { .. });
            if let Instruction::Call { callee, .. } = instruction {
                let callee = callee_facts(callee, facts);
                after.writes |= callee.writes;
                after.awaits |= callee.awaits;
            }
        }
    }
}

fn callee_facts(callee: &Callee, facts: &IndexVec<FunctionId, Facts>) -> Facts {
    match callee {
        Callee::Direct(function) => facts[*function],
        Callee::Indirect(_) => Facts { writes: true, ..Facts::default() },
    }
}

/// Whatever a library function calls within a section runs within a section.
/// By depth along paths; unbalanced functions are reported elsewhere.
fn close_within_section(program: &Program, facts: &mut IndexVec<FunctionId, Facts>) -> bool {
    let mut changed = false;
    for (id, function) in program.functions.iter_enumerated() {
        if function.origin == Origin::User {
            continue;
        }
        let mut depth: Vec<Option<u32>> = vec![None; function.blocks.len()];
        for block in reverse_postorder(function) {
            let start = u32::from(facts[id].within_section);
            let mut now = depth[block.position()].unwrap_or(start);
            for statement in &function.blocks[block].statements {
                let instruction = &statement.instruction;
                if *instruction == Instruction::AtomicBegin {
                    now = now.saturating_add(1);
                } else if *instruction == Instruction::AtomicEnd {
                    now = now.saturating_sub(1);
                } else if let Instruction::Call { callee: Callee::Direct(callee), .. } = instruction
                {
                    changed |= now > 0 && !facts[*callee].within_section;
                    facts[*callee].within_section |= now > 0;
                }
            }
            for target in targets(&function.blocks[block].terminator) {
                let known = &mut depth[target.position()];
                *known = Some(known.map_or(now, |known| known.max(now)));
            }
        }
    }
    changed
}

struct SectionChecker<'a> {
    checker: Checker<'a>,
    facts: &'a IndexVec<FunctionId, Facts>,
    private: &'a [bool],
    /// The depth at which the function starts: 1 if it is called in a section.
    outer: u32,
}

impl SectionChecker<'_> {
    fn function(&mut self) {
        let function = self.checker.function;
        let mut states: Vec<Option<State>> = vec![None; function.blocks.len()];
        if let Some(entry) = states.first_mut() {
            *entry = Some(State { depth: self.outer, wrote: false });
        }
        let order = reverse_postorder(function);
        let mut unequal = vec![false; function.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &order {
                let Some(before) = states[block.position()] else {
                    continue;
                };
                let after = self.block(block, before, false);
                for target in targets(&function.blocks[block].terminator) {
                    changed |= merge(&mut states, &mut unequal, target, after);
                }
            }
        }
        for &block in &order {
            if unequal[block.position()] {
                self.checker.block = Some(block);
                self.checker.statement = None;
                self.checker.problem("the paths to this block are in different atomic sections");
            }
            if let Some(before) = states[block.position()] {
                self.block(block, before, true);
            }
        }
    }

    /// The state after a block; the second time, with states final, reporting.
    fn block(&mut self, id: BlockId, mut state: State, report: bool) -> State {
        let block = &self.checker.function.blocks[id];
        for (position, statement) in block.statements.iter().enumerate() {
            self.checker.at(id, position);
            let message = self.step(&statement.instruction, &mut state);
            if let (Some(message), true) = (message, report) {
                self.checker.problem(message);
            }
        }
        let ends = match &block.terminator {
            Terminator::Return(_) => state.depth != self.outer,
            Terminator::ThreadExit => state.depth != 0,
            Terminator::Jump(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            // Nothing runs after a stop that could see the section open.
            | Terminator::Stop(_) => false,
        };
        if ends && report {
            self.checker.at(id, block.statements.len());
            self.checker.problem("the function is left within an atomic section");
        }
        state
    }

    fn step(&self, instruction: &Instruction, state: &mut State) -> Option<&'static str> {
        let within = state.depth > 0;
        state.wrote |= writes(instruction, self.private);
        if *instruction == Instruction::AtomicBegin {
            state.wrote &= within;
            state.depth = state.depth.saturating_add(1);
        } else if *instruction == Instruction::AtomicEnd {
            if state.depth <= self.outer {
                return Some("no atomic section of this function is open");
            }
            state.depth -= 1;
        } else if matches!(instruction, Instruction::Await { .. }) && within && state.wrote {
            return Some("memory may be written before the await of this section");
        } else if let Instruction::Call { callee, .. } = instruction {
            let facts = callee_facts(callee, self.facts);
            let late = within && state.wrote && facts.awaits;
            state.wrote |= facts.writes;
            if late {
                return Some("memory may be written before this section calls what awaits");
            }
        }
        None
    }
}

/// The state of a block is that of all its predecessors together.
fn merge(states: &mut [Option<State>], unequal: &mut [bool], target: BlockId, from: State) -> bool {
    let position = target.position();
    match &mut states[position] {
        None => {
            states[position] = Some(from);
            true
        }
        Some(state) => {
            unequal[position] |= state.depth != from.depth;
            let changed = from.wrote && !state.wrote;
            state.wrote |= from.wrote;
            changed
        }
    }
}
