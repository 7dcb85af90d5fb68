//! What each instruction reads and defines, said once for readers and once for
//! rewriters; the matches are exhaustive, so that a new instruction cannot be
//! forgotten.

use crate::{Callee, Edge, Instruction, Operand, RegisterId, Terminator};

macro_rules! each_operand {
    ($instruction:expr, $visit:ident, $iter:ident) => {
        match $instruction {
            Instruction::Apply { operands, .. } => operands.$iter().for_each($visit),
            Instruction::Load { address, .. }
            | Instruction::Free { address }
            | Instruction::ObjectSize { address, .. } => $visit(address),
            Instruction::Store { address, value, .. }
            | Instruction::Update { address, value, .. } => {
                $visit(address);
                $visit(value);
            }
            Instruction::CompareExchange { address, expected, desired, .. } => {
                $visit(address);
                $visit(expected);
                $visit(desired);
            }
            Instruction::Copy { to, from, .. } => {
                $visit(to);
                $visit(from);
            }
            Instruction::Allocate { size, .. } => $visit(size),
            Instruction::StackRestore { mark } => $visit(mark),
            Instruction::Call { callee, arguments, .. } => {
                if let Callee::Indirect(pointer) = callee {
                    $visit(pointer);
                }
                arguments.$iter().for_each($visit);
            }
            Instruction::Assume { condition } | Instruction::Check { condition, .. } => {
                $visit(condition);
            }
            Instruction::Output { value } => $visit(value),
            Instruction::Spawn { function, argument, .. } => {
                $visit(function);
                $visit(argument);
            }
            Instruction::Await { condition, holder, .. } => {
                $visit(condition);
                holder.$iter().for_each($visit);
            }
            Instruction::Fence { .. }
            | Instruction::StackSave { .. }
            | Instruction::ThreadLocalAddress { .. }
            | Instruction::VariadicArea { .. }
            | Instruction::Nondet { .. }
            | Instruction::CurrentThread { .. }
            | Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Unsupported { .. } => {}
        }
    };
}

macro_rules! each_result {
    ($instruction:expr, $visit:ident, $iter:ident) => {
        match $instruction {
            Instruction::Apply { result, .. }
            | Instruction::Load { result, .. }
            | Instruction::Update { result, .. }
            | Instruction::Allocate { result, .. }
            | Instruction::StackSave { mark: result }
            | Instruction::ObjectSize { result, .. }
            | Instruction::ThreadLocalAddress { result, .. }
            | Instruction::VariadicArea { result }
            | Instruction::Nondet { result, .. }
            | Instruction::CurrentThread { result }
            | Instruction::Spawn { result, .. }
            | Instruction::Await { result, .. } => $visit(result),
            Instruction::CompareExchange { old, success, .. } => {
                $visit(old);
                $visit(success);
            }
            Instruction::Call { results, .. } => results.$iter().for_each($visit),
            Instruction::Store { .. }
            | Instruction::Copy { .. }
            | Instruction::Fence { .. }
            | Instruction::Free { .. }
            | Instruction::StackRestore { .. }
            | Instruction::Assume { .. }
            | Instruction::Check { .. }
            | Instruction::Output { .. }
            | Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Unsupported { .. } => {}
        }
    };
}

macro_rules! each_terminator_operand {
    ($terminator:expr, $visit:ident, $iter:ident) => {
        match $terminator {
            Terminator::Jump(Edge { arguments, .. }) => arguments.$iter().for_each($visit),
            Terminator::Branch { condition, then, otherwise } => {
                $visit(condition);
                then.arguments.$iter().for_each(&mut $visit);
                otherwise.arguments.$iter().for_each($visit);
            }
            Terminator::Switch { value, cases, default } => {
                $visit(value);
                for (_, edge) in cases {
                    edge.arguments.$iter().for_each(&mut $visit);
                }
                default.arguments.$iter().for_each($visit);
            }
            Terminator::Return(values) => values.$iter().for_each($visit),
            Terminator::ThreadExit | Terminator::Stop(_) => {}
        }
    };
}

impl Instruction {
    /// Every operand that is read, in the order of the fields.
    pub fn for_each_operand(&self, mut visit: impl FnMut(&Operand)) {
        each_operand!(self, visit, iter)
    }

    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        each_operand!(self, visit, iter_mut)
    }

    /// Every register that is defined.
    pub fn for_each_result(&self, mut visit: impl FnMut(&RegisterId)) {
        each_result!(self, visit, iter)
    }

    pub fn for_each_result_mut(&mut self, mut visit: impl FnMut(&mut RegisterId)) {
        each_result!(self, visit, iter_mut)
    }
}

impl Terminator {
    /// Every operand that is read, the arguments of all edges included.
    pub fn for_each_operand(&self, mut visit: impl FnMut(&Operand)) {
        each_terminator_operand!(self, visit, iter)
    }

    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        each_terminator_operand!(self, visit, iter_mut)
    }
}
