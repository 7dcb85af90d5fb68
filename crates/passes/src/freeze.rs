//! One variable that was never written has one value, however often it is copied: what
//! LLVM's `freeze` does to an `undef`.
//!
//! Moving a register (storing it, passing it, along an edge) moves also an undefined value that
//! it holds, and only a use chooses a value. A register that is moved and needed again
//! would then be two values that are chosen apart. So where a register that may be undefined
//! is moved and is still needed, it is frozen first: an operation that changes nothing stands
//! in front of the move, and from there on the register holds the value, for all readers.
//! The last move of a register stays as it is: what is never looked at costs nothing.
//!
//! Where only one of several edges out of a block needs the value, it is chosen for all.

use raddle_ir::index::Index;
use raddle_ir::{
    BlockId, Function, FunctionId, Instruction, Operand, Program, RegisterId, Statement, Target,
    Terminator,
};
use raddle_terms::Operator;

use crate::bit_set::BitSet;
use crate::liveness::{self, Live};
use crate::undefined::{self, MaybeUndefined};

pub fn run(program: &mut Program) {
    let undefined = undefined::find(program);
    let target = program.target;
    for (id, function) in program.functions.iter_enumerated_mut() {
        if undefined.is_anywhere(id) {
            freeze(id, function, &undefined, target);
        }
    }
}

fn freeze(id: FunctionId, function: &mut Function, undefined: &MaybeUndefined, target: Target) {
    let live = liveness::find(function);
    for block in function.blocks.indices().collect::<Vec<BlockId>>() {
        let wanted = before_moves(id, function, undefined, &live, block);
        // From the last to the first, so that positions stay what they are.
        for (position, register) in wanted.into_iter().rev() {
            let kind = function.registers[register].kind;
            let operator = Operator::ZeroExtend(target.width(kind));
            let operands = vec![Operand::Register(register)];
            let result = function.new_register(kind, None);
            let block = &mut function.blocks[block];
            let location = match block.statements.get(position) {
                Some(statement) => statement.location,
                None => block.location,
            };
            let instruction = Instruction::Apply { result, operator, operands };
            block.statements.insert(position, Statement { instruction, location });
        }
    }
}

/// The registers that must have a value before the statement at a position, in order.
fn before_moves(
    id: FunctionId,
    function: &Function,
    undefined: &MaybeUndefined,
    live: &Live,
    block: BlockId,
) -> Vec<(usize, RegisterId)> {
    let mut wanted = Vec::new();
    let mut frozen = BitSet::default();
    let mut want = |position: usize, registers: Vec<RegisterId>, frozen: &mut BitSet| {
        for register in registers {
            if undefined.may_hold(id, register) && frozen.insert(register.position()) {
                wanted.push((position, register));
            }
        }
    };
    let statements = &function.blocks[block].statements;
    for (position, statement) in statements.iter().enumerate() {
        let moved = moved(&statement.instruction);
        let after = &live[block][position + 1];
        want(position, needed_again(&moved, |register| after.contains(&register)), &mut frozen);
        if moved.is_empty() && !chooses(&statement.instruction) {
            statement.instruction.for_each_operand(|operand| note(operand, &mut frozen));
        }
    }
    for edge in function.blocks[block].terminator.edges() {
        let beyond = &live[edge.target][0];
        let parameters = &function.blocks[edge.target].parameters;
        let is_needed = |register| beyond.contains(&register) && !parameters.contains(&register);
        want(statements.len(), needed_again(&edge.arguments, is_needed), &mut frozen);
    }
    if let Terminator::Return(values) = &function.blocks[block].terminator {
        want(statements.len(), needed_again(values, |_| false), &mut frozen);
    }
    wanted
}

fn note(operand: &Operand, frozen: &mut BitSet) {
    if let Operand::Register(register) = operand {
        frozen.insert(register.position());
    }
}

/// The registers among what is moved that are needed later, or twice at once.
fn needed_again(moved: &[Operand], is_needed: impl Fn(RegisterId) -> bool) -> Vec<RegisterId> {
    let registers: Vec<RegisterId> = moved
        .iter()
        .filter_map(|operand| match operand {
            Operand::Register(register) => Some(*register),
            Operand::Constant(_)
            | Operand::Global(_)
            | Operand::Function(_)
            | Operand::Undefined(_) => None,
        })
        .collect();
    let again = |register: &&RegisterId| {
        is_needed(**register) || registers.iter().filter(|each| each == register).count() > 1
    };
    registers.iter().filter(again).copied().collect()
}

/// Only one of two operands of such an operation counts as used.
fn chooses(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Apply { operator: Operator::IfThenElse, .. })
}

/// What an instruction moves without using it.
fn moved(instruction: &Instruction) -> Vec<Operand> {
    match instruction {
        Instruction::Store { value, .. } => vec![*value],
        Instruction::Call { arguments, .. } => arguments.clone(),
        Instruction::Spawn { argument, .. } => vec![*argument],
        Instruction::Apply { .. }
        | Instruction::Load { .. }
        | Instruction::Update { .. }
        | Instruction::CompareExchange { .. }
        | Instruction::Copy { .. }
        | Instruction::Fence { .. }
        | Instruction::Allocate { .. }
        | Instruction::Free { .. }
        | Instruction::StackSave { .. }
        | Instruction::StackRestore { .. }
        | Instruction::ObjectSize { .. }
        | Instruction::ThreadLocalAddress { .. }
        | Instruction::VariadicArea { .. }
        | Instruction::Nondet { .. }
        | Instruction::Assume { .. }
        | Instruction::Check { .. }
        | Instruction::Output { .. }
        | Instruction::CurrentThread { .. }
        | Instruction::Await { .. }
        | Instruction::AtomicBegin
        | Instruction::AtomicEnd
        | Instruction::Unsupported { .. } => Vec::new(),
    }
}
