//! What is known about the numbers in the registers of a thread function: which
//! of them are constants, and how far from the start of its object a pointer
//! points.
//!
//! One pass in the order of the blocks is enough, since edges only lead forward.
//! Nothing here must be right for the sake of soundness but constants and
//! distances that are called exact and have no modulus: an access that is
//! not where it was expected is noticed when it happens.

use raddle_ir::index::Index;
use raddle_ir::{Function, IndexVec, Instruction, Operand, RegisterId};
use raddle_terms::{Bits, Operator};

use crate::code::fold;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub constant: Option<Bits>,
    pub distance: Distance,
    /// It may be a value that was never written, on its way.
    pub undefined: bool,
    /// It may be a number that was made of nothing: an input, or one that was never
    /// written. As a pointer it may lead to any object.
    pub wild: bool,
}

/// Bytes from the start of the object that is pointed into: `rest`, plus any
/// multiple of `modulus`. Of a number: its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Known to be so; else supposed, as if every pointer that comes from
    /// memory led to the start of an object.
    pub exact: bool,
    /// Of a pointer that was made from the address of an object, and nothing else.
    pub rooted: bool,
    pub rest: i64,
    /// 0: the distance is `rest`.
    pub modulus: u64,
}

impl Shape {
    fn new(distance: Distance) -> Shape {
        Shape { constant: None, distance, undefined: false, wild: false }
    }
}

impl Distance {
    const START: Distance = Distance { exact: true, rooted: true, rest: 0, modulus: 0 };
    pub const UNKNOWN: Distance = Distance { exact: false, rooted: false, rest: 0, modulus: 0 };
    /// Any whole number.
    const ANY: Distance = Distance { exact: true, rooted: false, rest: 0, modulus: 1 };

    /// The distance, if it is known.
    pub fn known(self) -> Option<i64> {
        (self.exact && self.rooted && self.modulus == 0).then_some(self.rest)
    }

    /// Whether it may be this many bytes, as far as is certain.
    pub fn allows(self, bytes: u64) -> bool {
        if !self.exact || !self.rooted {
            return true;
        }
        match (i64::try_from(bytes), i64::try_from(self.modulus)) {
            (Ok(bytes), Ok(0)) => bytes == self.rest,
            (Ok(bytes), Ok(modulus)) => (bytes - self.rest).rem_euclid(modulus) == 0,
            (Ok(_) | Err(_), _) => true,
        }
    }

    fn plus(self, other: Distance) -> Distance {
        let modulus = gcd(self.modulus, other.modulus);
        let rest = self.rest.wrapping_add(other.rest);
        Distance {
            exact: self.exact && other.exact,
            rooted: self.rooted,
            rest: reduce(rest, modulus),
            modulus,
        }
    }

    fn times(self, factor: i64) -> Distance {
        let modulus = self.modulus.wrapping_mul(factor.unsigned_abs());
        Distance { exact: self.exact, rooted: false, rest: self.rest.wrapping_mul(factor), modulus }
    }

    fn or(self, other: Distance) -> Distance {
        let between = self.rest.abs_diff(other.rest);
        let modulus = gcd(gcd(self.modulus, other.modulus), between);
        Distance {
            exact: self.exact && other.exact,
            rooted: self.rooted && other.rooted,
            rest: reduce(self.rest, modulus),
            modulus,
        }
    }
}

pub fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

fn reduce(rest: i64, modulus: u64) -> i64 {
    match i64::try_from(modulus) {
        Ok(modulus) if modulus > 0 => rest.rem_euclid(modulus),
        Ok(_) | Err(_) => rest,
    }
}

pub struct Shapes {
    registers: IndexVec<RegisterId, Option<Shape>>,
}

impl Shapes {
    pub fn find(function: &Function) -> Shapes {
        let registers = function.registers.iter().map(|_| None).collect();
        let mut shapes = Shapes { registers };
        for block in function.blocks.iter() {
            for statement in &block.statements {
                shapes.statement(&statement.instruction);
            }
            for edge in block.terminator.edges() {
                let Some(target) = function.blocks.get(edge.target) else { continue };
                for (&parameter, argument) in target.parameters.iter().zip(&edge.arguments) {
                    let shape = shapes.of(argument);
                    shapes.join(parameter, shape);
                }
            }
        }
        shapes
    }

    pub fn of(&self, operand: &Operand) -> Shape {
        match operand {
            Operand::Register(register) => {
                let known = self.registers.get(*register).copied().flatten();
                known.unwrap_or(Shape::new(Distance::UNKNOWN))
            }
            Operand::Constant(bits) => Shape {
                constant: Some(*bits),
                undefined: false,
                wild: false,
                distance: Distance {
                    exact: true,
                    rooted: false,
                    rest: bits.signed() as i64,
                    modulus: 0,
                },
            },
            Operand::Global(_) | Operand::Function(_) => Shape::new(Distance::START),
            Operand::Undefined(_) => {
                Shape { undefined: true, wild: true, ..Shape::new(Distance::UNKNOWN) }
            }
        }
    }

    fn join(&mut self, register: RegisterId, shape: Shape) {
        if register.position() >= self.registers.len() {
            return;
        }
        let joined = match self.registers[register] {
            None => shape,
            Some(old) => Shape {
                constant: old.constant.filter(|_| old.constant == shape.constant),
                distance: old.distance.or(shape.distance),
                undefined: old.undefined || shape.undefined,
                wild: old.wild || shape.wild,
            },
        };
        self.registers[register] = Some(joined);
    }

    fn statement(&mut self, instruction: &Instruction) {
        if let Instruction::Apply { result, operator, operands } = instruction {
            let shape = self.apply(*operator, operands);
            self.join(*result, shape);
        } else if let Instruction::Allocate { result, .. } = instruction {
            self.join(*result, Shape::new(Distance::START));
        } else if let Instruction::Nondet { result, .. } = instruction {
            self.join(*result, Shape { wild: true, ..Shape::new(Distance::UNKNOWN) });
        }
    }

    fn apply(&self, operator: Operator, operands: &[Operand]) -> Shape {
        let shapes: Vec<Shape> = operands.iter().map(|operand| self.of(operand)).collect();
        let constants: Option<Vec<Operand>> =
            shapes.iter().map(|shape| shape.constant.map(Operand::Constant)).collect();
        if let Some(Operand::Constant(bits)) = constants.and_then(|all| fold(operator, &all)) {
            return self.of(&Operand::Constant(bits));
        }
        Shape { wild: is_wild(operator, &shapes), ..Shape::new(distance(operator, &shapes)) }
    }
}

/// Whether the number in it may be one that was made of nothing: an index into an
/// object is no pointer.
fn is_wild(operator: Operator, operands: &[Shape]) -> bool {
    match (operator, operands) {
        (Operator::PointerAdd { .. }, [pointer, _]) => pointer.wild,
        (Operator::IfThenElse, [_, then, otherwise]) => then.wild || otherwise.wild,
        _ => operands.iter().any(|operand| operand.wild),
    }
}

/// Wrapping around is not thought of: it would need objects of half the memory.
fn distance(operator: Operator, operands: &[Shape]) -> Distance {
    let number = |shape: &Shape| match shape.distance {
        distance if distance.exact && !distance.rooted => distance,
        _ => Distance::ANY,
    };
    match (operator, operands) {
        (Operator::PointerAdd { .. }, [pointer, offset]) => pointer.distance.plus(number(offset)),
        (Operator::IfThenElse, [_, then, otherwise]) => then.distance.or(otherwise.distance),
        (Operator::Add, [one, other]) => number(one).plus(number(other)),
        (Operator::Multiply, [one, other]) => match (one.constant, other.constant) {
            (Some(factor), _) => number(other).times(factor.signed() as i64),
            (_, Some(factor)) => number(one).times(factor.signed() as i64),
            (None, None) => Distance::ANY,
        },
        (Operator::ShiftLeft, [shifted, Shape { constant: Some(amount), .. }])
            if amount.unsigned() < 32 =>
        {
            number(shifted).times(1 << amount.unsigned())
        }
        (Operator::ZeroExtend(_) | Operator::SignExtend(_), [only]) => number(only),
        _ => Distance::UNKNOWN,
    }
}
