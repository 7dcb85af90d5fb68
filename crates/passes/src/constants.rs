//! Sparse conditional constant propagation, after Wegman and Zadeck ("Constant
//! Propagation with Conditional Branches").
//!
//! A register is a constant if every value that can reach it along edges that
//! can run is the same one: a bit pattern, or the address of a global or of a
//! function. Then it is replaced, branches on constants become jumps, blocks
//! that cannot run go, and so do operations and parameters that nothing needs.
//! A value that was never written is no constant, not even of its own kind.
//! Instructions that touch memory are neither dropped nor merged nor moved.
//!
//! One function at a time: parameters and results of calls are unknown.

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Edge, Function, Instruction, Operand, Program, RegisterId, Terminator};
use raddle_terms::operator::evaluate;
use raddle_terms::{Bits, Operator};

use crate::blocks::{drop_dead, drop_parameters, drop_unreachable};
use crate::registers::{self, Replacements};

pub fn run(program: &mut Program) {
    program.functions.iter_mut().for_each(run_on_function);
}

pub(crate) fn run_on_function(function: &mut Function) {
    if !function.has_body() {
        return;
    }
    let values = Propagation::new(function).finish();
    apply(function, &values);
    drop_unreachable(function);
    drop_dead(function);
    registers::compact(function);
}

/// What is known of a register. Only ever changes downwards.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    /// No edge that can run has brought a value yet.
    Unseen,
    /// Never a register and never undefined.
    Constant(Operand),
    Varying,
}

/// A statement or, with the position after the last one, a terminator.
type Place = (BlockId, usize);

struct Propagation<'a> {
    function: &'a Function,
    values: Vec<Value>,
    /// Where each register is read.
    uses: Vec<Vec<Place>>,
    runs: Vec<bool>,
    new_blocks: Vec<BlockId>,
    changed: Vec<RegisterId>,
}

impl<'a> Propagation<'a> {
    fn new(function: &'a Function) -> Propagation<'a> {
        let mut uses = vec![Vec::new(); function.registers.len()];
        for (id, block) in function.blocks.iter_enumerated() {
            let mut add = |operand: &Operand, position: usize| {
                if let Operand::Register(register) = operand {
                    uses[register.position()].push((id, position));
                }
            };
            for (position, statement) in block.statements.iter().enumerate() {
                statement.instruction.for_each_operand(|operand| add(operand, position));
            }
            let last = block.statements.len();
            block.terminator.for_each_operand(|operand| add(operand, last));
        }
        let mut values = vec![Value::Unseen; function.registers.len()];
        for parameter in &function.parameters {
            values[parameter.position()] = Value::Varying;
        }
        Propagation {
            function,
            values,
            uses,
            runs: vec![false; function.blocks.len()],
            new_blocks: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// Runs to the end and gives what is known of each register.
    fn finish(mut self) -> Vec<Value> {
        self.reach(BlockId::new(Function::ENTRY));
        loop {
            if let Some(block) = self.new_blocks.pop() {
                for position in 0..=self.function.blocks[block].statements.len() {
                    self.visit((block, position));
                }
            } else if let Some(register) = self.changed.pop() {
                for index in 0..self.uses[register.position()].len() {
                    let place = self.uses[register.position()][index];
                    if self.runs[place.0.position()] {
                        self.visit(place);
                    }
                }
            } else {
                return self.values;
            }
        }
    }

    fn reach(&mut self, block: BlockId) {
        if !std::mem::replace(&mut self.runs[block.position()], true) {
            self.new_blocks.push(block);
        }
    }

    fn value(&self, operand: &Operand) -> Value {
        value(&self.values, operand)
    }

    /// Takes note of one more value that a register can have.
    fn meet(&mut self, register: RegisterId, value: Value) {
        let known = &mut self.values[register.position()];
        let met = match (*known, value) {
            (known, Value::Unseen) => known,
            (Value::Unseen, value) => value,
            (Value::Constant(left), Value::Constant(right)) if left == right => *known,
            (Value::Constant(_), Value::Constant(_)) => Value::Varying,
            (Value::Varying, _) | (_, Value::Varying) => Value::Varying,
        };
        if met != *known {
            *known = met;
            self.changed.push(register);
        }
    }

    fn visit(&mut self, (block, position): Place) {
        let block = &self.function.blocks[block];
        match block.statements.get(position) {
            Some(statement) => {
                let instruction = &statement.instruction;
                if let Instruction::Apply { result, operator, operands } = instruction {
                    let operands: Vec<Value> =
                        operands.iter().map(|operand| self.value(operand)).collect();
                    self.meet(*result, fold(*operator, &operands));
                } else {
                    instruction.for_each_result(|&result| self.meet(result, Value::Varying));
                }
            }
            None => match taken(&block.terminator, &self.values) {
                Taken::None => {}
                Taken::One(edge) => self.follow(edge),
                Taken::All => {
                    for edge in block.terminator.edges() {
                        self.follow(edge);
                    }
                }
            },
        }
    }

    fn follow(&mut self, edge: &Edge) {
        let parameters = &self.function.blocks[edge.target].parameters;
        for (&parameter, argument) in parameters.iter().zip(&edge.arguments) {
            self.meet(parameter, self.value(argument));
        }
        self.reach(edge.target);
    }
}

fn value(values: &[Value], operand: &Operand) -> Value {
    match operand {
        Operand::Register(register) => values[register.position()],
        Operand::Constant(_) | Operand::Global(_) | Operand::Function(_) => {
            Value::Constant(*operand)
        }
        Operand::Undefined(_) => Value::Varying,
    }
}

/// Which edges can run.
enum Taken<'a> {
    None,
    One(&'a Edge),
    All,
}

fn taken<'a>(terminator: &'a Terminator, values: &[Value]) -> Taken<'a> {
    let (Terminator::Branch { condition: decider, .. } | Terminator::Switch { value: decider, .. }) =
        terminator
    else {
        return Taken::All;
    };
    let bits = match value(values, decider) {
        Value::Unseen => return Taken::None,
        Value::Constant(Operand::Constant(bits)) => bits,
        Value::Constant(_) | Value::Varying => return Taken::All,
    };
    let position = match terminator {
        Terminator::Branch { .. } => usize::from(!bits.is_true()),
        Terminator::Switch { cases, .. } => {
            cases.iter().position(|(case, _)| *case == bits).unwrap_or(cases.len())
        }
        Terminator::Jump(_)
        | Terminator::Return(_)
        | Terminator::ThreadExit
        | Terminator::Stop(_) => 0,
    };
    match terminator.edge(position) {
        Some(edge) => Taken::One(edge),
        None => Taken::All,
    }
}

/// What an operation makes of what is known of its operands.
fn fold(operator: Operator, operands: &[Value]) -> Value {
    if operands.contains(&Value::Unseen) {
        return Value::Unseen;
    }
    if operator == Operator::IfThenElse
        && let [Value::Constant(Operand::Constant(condition)), then, otherwise] = operands
    {
        return if condition.is_true() { *then } else { *otherwise };
    }
    let mut bits: [Bits; 3] = [Bits::zero(1); 3];
    for (position, operand) in operands.iter().enumerate() {
        match (operand, bits.get_mut(position)) {
            (Value::Constant(Operand::Constant(constant)), Some(bits)) => *bits = *constant,
            (Value::Constant(_) | Value::Varying | Value::Unseen, _) => {
                return fold_partly(operator, operands);
            }
        }
    }
    // The layout of pointers is not chosen yet.
    if operator == (Operator::PointerAdd { offset_bits: 0 }) {
        return Value::Varying;
    }
    constant(evaluate(operator, &bits[..operands.len()]))
}

fn constant(bits: Bits) -> Value {
    Value::Constant(Operand::Constant(bits))
}

/// Operations whose result one operand decides, and comparisons of addresses.
fn fold_partly(operator: Operator, operands: &[Value]) -> Value {
    let &[left, right] = operands else {
        return Value::Varying;
    };
    let known = |value: Value| match value {
        Value::Constant(Operand::Constant(bits)) => Some(bits),
        Value::Constant(_) | Value::Varying | Value::Unseen => None,
    };
    if let (None, Some(bits)) | (Some(bits), None) = (known(left), known(right)) {
        let zero_decides = matches!(operator, Operator::And | Operator::Multiply);
        if zero_decides && bits.is_zero() || operator == Operator::Or && bits.is_ones() {
            return constant(bits);
        }
    }
    if let (Operator::Equal | Operator::NotEqual, Value::Constant(left), Value::Constant(right)) =
        (operator, left, right)
        && let Some(same) = same_address(left, right)
    {
        return constant(Bits::boolean(same == (operator == Operator::Equal)));
    }
    Value::Varying
}

/// Whether two addresses are one. Different globals and functions are different
/// objects, and none of them is null; other numbers may be anything.
fn same_address(left: Operand, right: Operand) -> Option<bool> {
    match (left, right) {
        (Operand::Constant(bits), address) | (address, Operand::Constant(bits)) => {
            let is_object = matches!(address, Operand::Global(_) | Operand::Function(_));
            (is_object && bits.is_zero()).then_some(false)
        }
        (Operand::Global(_) | Operand::Function(_), Operand::Global(_) | Operand::Function(_)) => {
            Some(left == right)
        }
        (Operand::Register(_) | Operand::Undefined(_), _)
        | (_, Operand::Register(_) | Operand::Undefined(_)) => None,
    }
}

/// Puts the constants in place, and jumps in place of decided branches.
fn apply(function: &mut Function, values: &[Value]) {
    for block in function.blocks.iter_mut() {
        let decided = match (&block.terminator, taken(&block.terminator, values)) {
            (Terminator::Branch { .. } | Terminator::Switch { .. }, Taken::One(edge)) => {
                Some(edge.clone())
            }
            (_, Taken::One(_) | Taken::None | Taken::All) => None,
        };
        if let Some(edge) = decided {
            block.terminator = Terminator::Jump(edge);
        }
    }
    let replacements: Replacements = values
        .iter()
        .map(|value| match value {
            Value::Constant(operand) => Some(*operand),
            Value::Unseen | Value::Varying => None,
        })
        .collect();
    drop_parameters(function, |register| matches!(values[register.position()], Value::Constant(_)));
    registers::replace(function, &replacements);
}
