//! Which registers may hold a value that was never written (`Operand::Undefined`).
//!
//! An undefined value (LLVM's `undef`, not its `poison`: it harms nothing until it is used)
//! comes from undefined operands and goes wherever they are moved: along edges, into
//! parameters, out of results. Whatever an instruction computes or loads is a value. A least
//! fixpoint over the whole program.
//!
//! Neither the order of statements nor who calls whom through a pointer is looked at: such
//! a call may be one of any function whose address is taken. Arguments and results that
//! are missing altogether, which C forbids, are not counted.

use std::mem::take;

use raddle_ir::index::Index;
use raddle_ir::{
    Callee, FunctionId, IndexVec, InitialValue, Instruction, Operand, Program, RegisterId,
    Terminator,
};

use crate::bit_set::BitSet;

#[derive(Debug)]
pub struct MaybeUndefined {
    registers: IndexVec<FunctionId, BitSet>,
}

impl MaybeUndefined {
    pub fn may_hold(&self, function: FunctionId, register: RegisterId) -> bool {
        self.registers.get(function).is_some_and(|set| set.contains(register.position()))
    }

    pub fn is_anywhere(&self, function: FunctionId) -> bool {
        self.registers.get(function).is_some_and(|set| !set.is_empty())
    }
}

pub fn find(program: &Program) -> MaybeUndefined {
    let sets = || program.functions.iter().map(|_| BitSet::default()).collect();
    let mut search = Search {
        program,
        addressed: addressed(program),
        registers: sets(),
        results: sets(),
        pointed_arguments: BitSet::default(),
        pointed_results: BitSet::default(),
        changed: true,
    };
    while take(&mut search.changed) {
        program.functions.indices().for_each(|function| search.visit(function));
    }
    MaybeUndefined { registers: search.registers }
}

/// Functions that a pointer may lead to.
fn addressed(program: &Program) -> IndexVec<FunctionId, bool> {
    let mut taken: IndexVec<FunctionId, bool> = program.functions.iter().map(|_| false).collect();
    let mut look = |operand: &Operand| {
        if let Operand::Function(function) = operand {
            taken[*function] = true;
        }
    };
    for block in program.functions.iter().flat_map(|function| function.blocks.iter()) {
        for statement in &block.statements {
            statement.instruction.for_each_operand(&mut look);
        }
        block.terminator.for_each_operand(&mut look);
    }
    for part in program.globals.iter().flat_map(|global| &global.initial) {
        if let InitialValue::FunctionAddress(function) = part.value {
            taken[function] = true;
        }
    }
    taken
}

struct Search<'p> {
    program: &'p Program,
    addressed: IndexVec<FunctionId, bool>,
    registers: IndexVec<FunctionId, BitSet>,
    /// By position: results that may be undefined.
    results: IndexVec<FunctionId, BitSet>,
    /// The same for whatever is called through a pointer.
    pointed_arguments: BitSet,
    pointed_results: BitSet,
    changed: bool,
}

impl Search<'_> {
    fn is_undefined(&self, function: FunctionId, operand: &Operand) -> bool {
        match operand {
            Operand::Undefined(_) => true,
            Operand::Register(register) => self.registers[function].contains(register.position()),
            Operand::Constant(_) | Operand::Global(_) | Operand::Function(_) => false,
        }
    }

    fn add(&mut self, function: FunctionId, register: RegisterId) {
        self.changed |= self.registers[function].insert(register.position());
    }

    fn visit(&mut self, id: FunctionId) {
        let function = &self.program.functions[id];
        if self.addressed[id] {
            for (position, parameter) in function.parameters.iter().enumerate() {
                if self.pointed_arguments.contains(position) {
                    self.add(id, *parameter);
                }
            }
        }
        for block in function.blocks.iter() {
            for statement in &block.statements {
                self.instruction(id, &statement.instruction);
            }
            for edge in block.terminator.edges() {
                let Some(target) = function.blocks.get(edge.target) else { continue };
                for (parameter, argument) in target.parameters.iter().zip(&edge.arguments) {
                    if self.is_undefined(id, argument) {
                        self.add(id, *parameter);
                    }
                }
            }
            if let Terminator::Return(values) = &block.terminator {
                self.returned(id, values);
            }
        }
    }

    fn instruction(&mut self, id: FunctionId, instruction: &Instruction) {
        if let Instruction::Call { results, callee, arguments } = instruction {
            self.passed(id, *callee, arguments);
            let undefined = match callee {
                Callee::Direct(callee) => &self.results[*callee],
                Callee::Indirect(_) => &self.pointed_results,
            };
            let undefined: Vec<RegisterId> = (0..)
                .zip(results)
                .filter(|(position, _)| undefined.contains(*position))
                .map(|(_, result)| *result)
                .collect();
            undefined.into_iter().for_each(|result| self.add(id, result));
        }
        if let Instruction::Spawn { function, argument, .. } = instruction {
            self.passed(id, Callee::Indirect(*function), &[*argument]);
        }
    }

    fn passed(&mut self, id: FunctionId, callee: Callee, arguments: &[Operand]) {
        for (position, argument) in arguments.iter().enumerate() {
            if !self.is_undefined(id, argument) {
                continue;
            }
            match callee {
                Callee::Direct(callee) => {
                    let parameters = &self.program.functions[callee].parameters;
                    if let Some(parameter) = parameters.get(position) {
                        self.add(callee, *parameter);
                    }
                }
                Callee::Indirect(_) => self.changed |= self.pointed_arguments.insert(position),
            }
        }
    }

    fn returned(&mut self, id: FunctionId, values: &[Operand]) {
        for (position, value) in values.iter().enumerate() {
            if self.is_undefined(id, value) {
                self.changed |= self.results[id].insert(position);
                if self.addressed[id] {
                    self.changed |= self.pointed_results.insert(position);
                }
            }
        }
    }
}
