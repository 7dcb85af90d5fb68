//! Which values of a wide `Nondet` must be tried, or of a register that was never written?
//!
//! If all that ever happens to the value is that it is moved about and compared
//! with constants, then the ranges between those constants behave alike, and one
//! value of each is all of them: `exact`. The value is followed through
//! arithmetic with constants, extension and truncation (`view`), and through
//! edges, calls, returns and scalar variables in memory (`trace`).
//!
//! Otherwise a few interesting values are given: zero, plus and minus one, the
//! limits of the type, and constants that values of this width are compared with,
//! with their neighbours; those that this value meets come first. They find bugs
//! but prove nothing.
//!
//! Incomplete: multiplication, shifts, comparisons of two values, and values that
//! are cut at two different widths are given up.

mod memory;
mod trace;
mod view;

use raddle_ir::{
    BlockId, Function, FunctionId, IndexVec, Instruction, Operand, Origin, Program, RegisterId,
    Terminator, Type,
};
use raddle_terms::bits::mask;
use raddle_terms::{Bits, FloatKind, Operator};
use rustc_hash::FxHashMap;

use crate::NondetCases;
use crate::points_to::PointsTo;
use crate::undefined::MaybeUndefined;
use trace::{Traced, Uses, trace};

/// Up to this width engines try every value.
const ENUMERATED_WIDTH: u16 = 8;
/// More cases than this are as good as unknown.
const MOST_CASES: usize = 4_096;
/// How many interesting values there are at most.
const MOST_VALUES: usize = 24;

pub type Cases = FxHashMap<(BlockId, u32), NondetCases>;

pub fn find(
    program: &Program,
    points_to: &PointsTo,
    undefined: &MaybeUndefined,
) -> IndexVec<FunctionId, Cases> {
    let mut uses = Uses::new(program, points_to);
    let mut compared = Compared::default();
    program
        .functions
        .iter_enumerated()
        .map(|(id, function)| of_function(&mut uses, &mut compared, undefined, id, function))
        .collect()
}

fn of_function(
    uses: &mut Uses<'_>,
    compared: &mut Compared,
    undefined: &MaybeUndefined,
    id: FunctionId,
    function: &Function,
) -> Cases {
    let mut cases = Cases::default();
    let mut known: FxHashMap<RegisterId, NondetCases> = FxHashMap::default();
    for (block_id, block) in function.blocks.iter_enumerated() {
        for (position, statement) in (0..).zip(&block.statements) {
            let chosen = if let Instruction::Nondet { result, .. } = &statement.instruction {
                Some(*result)
            } else {
                chosen_by_use(undefined, id, &statement.instruction)
            };
            let Some(result) = chosen else {
                continue;
            };
            let Some(register) = function.registers.get(result) else {
                continue;
            };
            let width = uses.program.target.width(register.kind);
            if width <= ENUMERATED_WIDTH {
                continue;
            }
            let found = known.entry(result).or_insert_with(|| {
                let traced = trace(uses, id, result, width);
                exactly(&traced, width)
                    .unwrap_or_else(|| interesting(uses.program, compared, &traced, register.kind))
            });
            cases.insert((block_id, position), found.clone());
        }
    }
    cases
}

/// The register that may get its value by this operation, if there is only one.
fn chosen_by_use(
    undefined: &MaybeUndefined,
    id: FunctionId,
    instruction: &Instruction,
) -> Option<RegisterId> {
    let Instruction::Apply { operands, .. } = instruction else {
        return None;
    };
    let mut found = None;
    for operand in operands {
        match operand {
            Operand::Register(register) if undefined.may_hold(id, *register) => match found {
                Some(other) if other != *register => return None,
                Some(_) | None => found = Some(*register),
            },
            Operand::Undefined(_) => return None,
            Operand::Register(_)
            | Operand::Constant(_)
            | Operand::Global(_)
            | Operand::Function(_) => {}
        }
    }
    found
}

fn exactly(traced: &Traced, width: u16) -> Option<NondetCases> {
    if !traced.exact || traced.cuts.len() > MOST_CASES {
        return None;
    }
    let low = view::representatives(&traced.cuts, traced.base);
    // Bits above the base are never looked at.
    let values = low.iter().map(|value| Bits::new(value.unsigned(), width)).collect();
    Some(NondetCases { values, exact: true })
}

fn interesting(
    program: &Program,
    compared: &mut Compared,
    traced: &Traced,
    kind: Type,
) -> NondetCases {
    let width = program.target.width(kind);
    let mut values = Values::new(width);
    match kind {
        Type::Float(kind) => {
            for pattern in float_patterns(kind) {
                values.add(pattern);
            }
        }
        Type::Integer(_) | Type::Pointer => {
            let half = 1u128 << (width - 1);
            for value in [0, 1, mask(width), half, half - 1] {
                values.add(value);
            }
        }
    }
    if traced.base == width {
        for &cut in &traced.cuts {
            values.add(cut);
            values.add(cut.wrapping_sub(1));
        }
    }
    let constants = compared.of_width(program, width);
    for &constant in constants {
        values.add(constant);
    }
    for &constant in constants {
        values.add(constant.wrapping_add(1));
        values.add(constant.wrapping_sub(1));
    }
    NondetCases { values: values.list, exact: false }
}

/// Different values in the order in which they come, up to the limit.
struct Values {
    width: u16,
    list: Vec<Bits>,
}

impl Values {
    fn new(width: u16) -> Values {
        Values { width, list: Vec::new() }
    }

    fn add(&mut self, value: u128) {
        let value = Bits::new(value, self.width);
        if self.list.len() < MOST_VALUES && !self.list.contains(&value) {
            self.list.push(value);
        }
    }
}

/// Zero, one, minus one, a half, the largest, the smallest, infinity, a NaN.
fn float_patterns(kind: FloatKind) -> Vec<u128> {
    match kind {
        FloatKind::F32 => [0.0, 1.0, -1.0, 0.5, f32::MAX, f32::MIN, f32::INFINITY, f32::NAN]
            .iter()
            .map(|value| u128::from(value.to_bits()))
            .collect(),
        FloatKind::F64 => [0.0, 1.0, -1.0, 0.5, f64::MAX, f64::MIN, f64::INFINITY, f64::NAN]
            .iter()
            .map(|value| u128::from(value.to_bits()))
            .collect(),
    }
}

/// The constants that the user's code compares with, by width; collected when
/// first asked for.
#[derive(Default)]
struct Compared {
    constants: Option<FxHashMap<u16, Vec<u128>>>,
}

impl Compared {
    fn of_width(&mut self, program: &Program, width: u16) -> &[u128] {
        self.constants
            .get_or_insert_with(|| compared_constants(program))
            .get(&width)
            .map_or(&[], Vec::as_slice)
    }
}

fn compared_constants(program: &Program) -> FxHashMap<u16, Vec<u128>> {
    let mut constants: FxHashMap<u16, Vec<u128>> = FxHashMap::default();
    let mut note = |bits: Bits| {
        let list = constants.entry(bits.width()).or_default();
        if list.len() < 2 * MOST_VALUES && !list.contains(&bits.unsigned()) {
            list.push(bits.unsigned());
        }
    };
    let functions = program.functions.iter();
    let own = functions.filter(|function| function.origin == Origin::User);
    for block in own.flat_map(|function| function.blocks.iter()) {
        for statement in &block.statements {
            if let Instruction::Apply { operator, operands, .. } = &statement.instruction
                && compares(*operator)
            {
                for operand in operands {
                    if let Operand::Constant(bits) = operand {
                        note(*bits);
                    }
                }
            }
        }
        if let Terminator::Switch { cases, .. } = &block.terminator {
            cases.iter().for_each(|(value, _)| note(*value));
        }
    }
    constants
}

fn compares(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Equal
            | Operator::NotEqual
            | Operator::UnsignedLess
            | Operator::UnsignedLessOrEqual
            | Operator::SignedLess
            | Operator::SignedLessOrEqual
            | Operator::FloatCompare(..)
    )
}
