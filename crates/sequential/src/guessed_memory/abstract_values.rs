//! An abstract interpretation of a thread function: which registers are constants, and
//! the offset of a pointer from the start of its object as a congruence (Granger,
//! "Static analysis of arithmetical congruences").
//!
//! One pass in the order of the blocks is enough, since edges only lead forward.
//! Nothing here must be right for the sake of soundness but constants and
//! offsets that are called exact and have no modulus: an access that is
//! not where it was expected is noticed when it happens.

use raddle_ir::index::Index;
use raddle_ir::{Function, IndexVec, Instruction, Operand, RegisterId};
use raddle_terms::{Bits, Operator};

use crate::code::fold;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbstractValue {
    pub constant: Option<Bits>,
    pub offset: Offset,
    /// It may be a value that was never written.
    pub undefined: bool,
    /// It may be a number that was made of nothing: an input, or one that was never
    /// written. As a pointer it may lead to any object.
    pub wild: bool,
}

/// Bytes from the start of the object that is pointed into: `remainder`, plus any
/// multiple of `modulus`. Of a number: its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offset {
    /// Known to be so; else supposed, as if every pointer that comes from
    /// memory led to the start of an object.
    pub exact: bool,
    /// Of a pointer that was made from the address of an object, and nothing else.
    pub rooted: bool,
    pub remainder: i64,
    /// 0: the offset is `remainder`.
    pub modulus: u64,
}

impl AbstractValue {
    pub const UNKNOWN: AbstractValue = AbstractValue::new(Offset::UNKNOWN);

    const fn new(offset: Offset) -> AbstractValue {
        AbstractValue { constant: None, offset, undefined: false, wild: false }
    }
}

impl Offset {
    const START: Offset = Offset { exact: true, rooted: true, remainder: 0, modulus: 0 };
    const UNKNOWN: Offset = Offset { exact: false, rooted: false, remainder: 0, modulus: 0 };
    /// Any whole number.
    const ANY: Offset = Offset { exact: true, rooted: false, remainder: 0, modulus: 1 };

    /// The offset, if it is known.
    pub fn known(self) -> Option<i64> {
        (self.exact && self.rooted && self.modulus == 0).then_some(self.remainder)
    }

    /// Whether it may be this many bytes, as far as is certain.
    pub fn allows(self, bytes: u64) -> bool {
        if !self.exact || !self.rooted {
            return true;
        }
        match (i64::try_from(bytes), i64::try_from(self.modulus)) {
            (Ok(bytes), Ok(0)) => bytes == self.remainder,
            (Ok(bytes), Ok(modulus)) => (bytes - self.remainder).rem_euclid(modulus) == 0,
            (Ok(_) | Err(_), _) => true,
        }
    }

    fn plus(self, other: Offset) -> Offset {
        let modulus = gcd(self.modulus, other.modulus);
        let remainder = self.remainder.wrapping_add(other.remainder);
        Offset {
            exact: self.exact && other.exact,
            rooted: self.rooted,
            remainder: reduce(remainder, modulus),
            modulus,
        }
    }

    fn times(self, factor: i64) -> Offset {
        let modulus = self.modulus.wrapping_mul(factor.unsigned_abs());
        Offset {
            exact: self.exact,
            rooted: false,
            remainder: self.remainder.wrapping_mul(factor),
            modulus,
        }
    }

    fn or(self, other: Offset) -> Offset {
        let between = self.remainder.abs_diff(other.remainder);
        let modulus = gcd(gcd(self.modulus, other.modulus), between);
        Offset {
            exact: self.exact && other.exact,
            rooted: self.rooted && other.rooted,
            remainder: reduce(self.remainder, modulus),
            modulus,
        }
    }
}

pub fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

fn reduce(remainder: i64, modulus: u64) -> i64 {
    match i64::try_from(modulus) {
        Ok(modulus) if modulus > 0 => remainder.rem_euclid(modulus),
        Ok(_) | Err(_) => remainder,
    }
}

pub struct AbstractValues {
    registers: IndexVec<RegisterId, Option<AbstractValue>>,
}

impl AbstractValues {
    pub fn find(function: &Function) -> AbstractValues {
        let registers = function.registers.iter().map(|_| None).collect();
        let mut values = AbstractValues { registers };
        for block in function.blocks.iter() {
            for statement in &block.statements {
                values.statement(&statement.instruction);
            }
            for edge in block.terminator.edges() {
                let Some(target) = function.blocks.get(edge.target) else { continue };
                for (&parameter, argument) in target.parameters.iter().zip(&edge.arguments) {
                    let value = values.of(argument);
                    values.join(parameter, value);
                }
            }
        }
        values
    }

    pub fn of(&self, operand: &Operand) -> AbstractValue {
        match operand {
            Operand::Register(register) => {
                let known = self.registers.get(*register).copied().flatten();
                known.unwrap_or(AbstractValue::UNKNOWN)
            }
            Operand::Constant(bits) => AbstractValue {
                constant: Some(*bits),
                undefined: false,
                wild: false,
                offset: Offset {
                    exact: true,
                    rooted: false,
                    remainder: bits.signed() as i64,
                    modulus: 0,
                },
            },
            Operand::Global(_) | Operand::Function(_) => AbstractValue::new(Offset::START),
            Operand::Undefined(_) => {
                AbstractValue { undefined: true, wild: true, ..AbstractValue::UNKNOWN }
            }
        }
    }

    fn join(&mut self, register: RegisterId, value: AbstractValue) {
        if register.position() >= self.registers.len() {
            return;
        }
        let joined = match self.registers[register] {
            None => value,
            Some(old) => AbstractValue {
                constant: old.constant.filter(|_| old.constant == value.constant),
                offset: old.offset.or(value.offset),
                undefined: old.undefined || value.undefined,
                wild: old.wild || value.wild,
            },
        };
        self.registers[register] = Some(joined);
    }

    fn statement(&mut self, instruction: &Instruction) {
        if let Instruction::Apply { result, operator, operands } = instruction {
            let value = self.apply(*operator, operands);
            self.join(*result, value);
        } else if let Instruction::Allocate { result, .. } = instruction {
            self.join(*result, AbstractValue::new(Offset::START));
        } else if let Instruction::Nondet { result, .. } = instruction {
            self.join(*result, AbstractValue { wild: true, ..AbstractValue::UNKNOWN });
        }
    }

    fn apply(&self, operator: Operator, operands: &[Operand]) -> AbstractValue {
        let values: Vec<AbstractValue> = operands.iter().map(|operand| self.of(operand)).collect();
        let constants: Option<Vec<Operand>> =
            values.iter().map(|value| value.constant.map(Operand::Constant)).collect();
        if let Some(Operand::Constant(bits)) = constants.and_then(|all| fold(operator, &all)) {
            return self.of(&Operand::Constant(bits));
        }
        AbstractValue {
            wild: is_wild(operator, &values),
            ..AbstractValue::new(offset(operator, &values))
        }
    }
}

/// Whether the number in it may be one that was made of nothing: an index into an
/// object is no pointer.
fn is_wild(operator: Operator, operands: &[AbstractValue]) -> bool {
    match (operator, operands) {
        (Operator::PointerAdd { .. }, [pointer, _]) => pointer.wild,
        (Operator::IfThenElse, [_, then, otherwise]) => then.wild || otherwise.wild,
        _ => operands.iter().any(|operand| operand.wild),
    }
}

/// Wrapping around is not thought of: it would need objects of half the memory.
fn offset(operator: Operator, operands: &[AbstractValue]) -> Offset {
    let number = |value: &AbstractValue| match value.offset {
        offset if offset.exact && !offset.rooted => offset,
        _ => Offset::ANY,
    };
    match (operator, operands) {
        (Operator::PointerAdd { .. }, [pointer, offset]) => pointer.offset.plus(number(offset)),
        (Operator::IfThenElse, [_, then, otherwise]) => then.offset.or(otherwise.offset),
        (Operator::Add, [one, other]) => number(one).plus(number(other)),
        (Operator::Multiply, [one, other]) => match (one.constant, other.constant) {
            (Some(factor), _) => number(other).times(factor.signed() as i64),
            (_, Some(factor)) => number(one).times(factor.signed() as i64),
            (None, None) => Offset::ANY,
        },
        (Operator::ShiftLeft, [shifted, AbstractValue { constant: Some(amount), .. }])
            if amount.unsigned() < 32 =>
        {
            number(shifted).times(1 << amount.unsigned())
        }
        (Operator::ZeroExtend(_) | Operator::SignExtend(_), [only]) => number(only),
        _ => Offset::UNKNOWN,
    }
}
