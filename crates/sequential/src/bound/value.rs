//! What is known of a register while code is copied: a constant, an address within a
//! global, or no more than which register of the copy it is.

use raddle_ir::{Function, Global, GlobalId, IndexVec, InitialValue, Operand, Type};
use raddle_passes::{PointerLayout, Ready};
use raddle_terms::{Bits, Operator, operator::evaluate};

use crate::code::fold as fold_operands;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Never a global: those are addresses.
    Operand(Operand),
    Address {
        global: GlobalId,
        offset: i64,
    },
}

impl Value {
    pub fn new(operand: Operand) -> Value {
        match operand {
            Operand::Global(global) => Value::Address { global, offset: 0 },
            Operand::Register(_)
            | Operand::Constant(_)
            | Operand::Function(_)
            | Operand::Undefined(_) => Value::Operand(operand),
        }
    }

    pub fn constant(self) -> Option<Bits> {
        match self {
            Value::Operand(Operand::Constant(bits)) => Some(bits),
            Value::Operand(
                Operand::Register(_)
                | Operand::Function(_)
                | Operand::Undefined(_)
                | Operand::Global(_),
            )
            | Value::Address { .. } => None,
        }
    }

    /// `None` for an address that takes an addition.
    fn operand(self) -> Option<Operand> {
        match self {
            Value::Operand(operand) => Some(operand),
            Value::Address { global, offset: 0 } => Some(Operand::Global(global)),
            Value::Address { .. } => None,
        }
    }

    /// The width, where it is known without asking the function.
    pub fn width(self, function: &Function, target: raddle_ir::Target) -> u16 {
        match self {
            Value::Operand(Operand::Constant(bits)) => bits.width(),
            Value::Operand(Operand::Undefined(kind)) => target.width(kind),
            Value::Operand(Operand::Register(register)) => {
                target.width(function.registers[register].kind)
            }
            Value::Operand(Operand::Function(_) | Operand::Global(_)) | Value::Address { .. } => {
                target.pointer_bits
            }
        }
    }
}

fn truth(value: bool) -> Option<Value> {
    Some(Value::Operand(Operand::Constant(Bits::boolean(value))))
}

/// The result of an operation, where it is known or one of the operands. Whoever asks
/// sees to it that an operand which may be empty is no result.
pub fn fold(layout: &PointerLayout, operator: Operator, values: &[Value]) -> Option<Value> {
    if let (Operator::PointerAdd { .. }, &[base, offset]) = (operator, values)
        && let Some(offset) = offset.constant()
    {
        return match base {
            _ if offset.is_zero() => Some(base),
            Value::Address { global, offset: from } => {
                let sum = i64::try_from(offset.signed()).ok()?.checked_add(from)?;
                is_within(layout, sum).then_some(Value::Address { global, offset: sum })
            }
            Value::Operand(_) => {
                let base = base.constant()?;
                Some(Value::Operand(Operand::Constant(evaluate(operator, &[base, offset]))))
            }
        };
    }
    if let &[one, other] = values
        && let Some(known) = compare(layout, operator, one, other)
    {
        return Some(known);
    }
    let operands: Vec<Operand> =
        values.iter().map(|value| value.operand()).collect::<Option<_>>()?;
    fold_operands(operator, &operands).map(Value::new)
}

/// An offset that additions have not left the range with.
fn is_within(layout: &PointerLayout, offset: i64) -> bool {
    let bias = layout.bias() as i64;
    (-bias..bias - 1).contains(&offset)
}

/// Different globals and functions are different objects, and none of them is null.
fn compare(layout: &PointerLayout, operator: Operator, one: Value, other: Value) -> Option<Value> {
    let equality = match (one, other) {
        (Value::Operand(Operand::Register(one)), Value::Operand(Operand::Register(other))) => {
            (one == other).then_some(true)
        }
        (Value::Address { .. }, Value::Address { .. }) => Some(one == other),
        (Value::Operand(Operand::Function(one)), Value::Operand(Operand::Function(other))) => {
            Some(one == other)
        }
        (Value::Address { .. }, Value::Operand(Operand::Function(_)))
        | (Value::Operand(Operand::Function(_)), Value::Address { .. }) => Some(false),
        (Value::Address { .. } | Value::Operand(Operand::Function(_)), number)
        | (number, Value::Address { .. } | Value::Operand(Operand::Function(_))) => {
            number.constant().filter(|bits| bits.is_zero()).map(|_| false)
        }
        (Value::Operand(_), Value::Operand(_)) => None,
    };
    match (operator, equality) {
        (Operator::Equal, Some(equal)) => return truth(equal),
        (Operator::NotEqual, Some(equal)) => return truth(!equal),
        _ => {}
    }
    // Within one global the offsets decide.
    let (Value::Address { global, offset }, Value::Address { global: of, offset: from }) =
        (one, other)
    else {
        return None;
    };
    if global != of {
        return None;
    }
    if operator == Operator::UnsignedLess {
        return truth(offset < from);
    }
    if operator == Operator::UnsignedLessOrEqual {
        return truth(offset <= from);
    }
    let bits = Bits::new((offset - from) as i128 as u128, layout.pointer_bits);
    (operator == Operator::Subtract).then_some(Value::Operand(Operand::Constant(bits)))
}

/// What a global that nobody writes holds at an offset.
pub fn initial(ready: &Ready, global: &Global, offset: i64, kind: Type) -> Option<Value> {
    let width = ready.width(kind);
    let start = u64::try_from(offset).ok()?;
    let end = start.checked_add(u64::from(width).div_ceil(8))?;
    if end > global.size {
        return None;
    }
    let mut bytes: u128 = 0;
    for part in &global.initial {
        match &part.value {
            InitialValue::Bytes(list) => {
                let first = start.saturating_sub(part.offset);
                let stop = end.saturating_sub(part.offset).min(list.len() as u64);
                for position in first..stop {
                    let at = part.offset + position - start;
                    bytes |= u128::from(list[position as usize]) << (8 * at);
                }
            }
            InitialValue::GlobalAddress { .. } | InitialValue::FunctionAddress(_) => {
                let stop = part.offset.checked_add(ready.program.target.pointer_bytes())?;
                if (part.offset, stop) == (start, end) {
                    return address(&ready.layout, &part.value);
                }
                if part.offset < end && start < stop {
                    return None;
                }
            }
        }
    }
    Some(Value::Operand(Operand::Constant(Bits::new(bytes, width))))
}

fn address(layout: &PointerLayout, value: &InitialValue) -> Option<Value> {
    match *value {
        InitialValue::Bytes(_) => None,
        InitialValue::GlobalAddress { global, addend } => {
            is_within(layout, addend).then_some(Value::Address { global, offset: addend })
        }
        InitialValue::FunctionAddress(function) => {
            Some(Value::Operand(Operand::Function(function)))
        }
    }
}

/// The globals of the bounded program: those of the original, where the thread-local
/// ones are the first thread's, and copies of these for the others.
pub struct Globals {
    pub list: IndexVec<GlobalId, Global>,
    /// Of which one of the original each is a copy.
    original: IndexVec<GlobalId, GlobalId>,
}

impl Globals {
    pub fn new(ready: &Ready) -> Globals {
        let plain = |global: &Global| Global { thread_local: false, ..global.clone() };
        Globals {
            list: ready.program.globals.iter().map(plain).collect(),
            original: ready.program.globals.indices().collect(),
        }
    }

    pub fn copy(&mut self, global: GlobalId, suffix: &str) -> GlobalId {
        let mut copy = self.list[global].clone();
        copy.name.push_str(suffix);
        self.original.push(global);
        self.list.push(copy)
    }

    /// What a load gives, if that is known.
    pub fn load(&self, ready: &Ready, address: Value, kind: Type) -> Option<Value> {
        let Value::Address { global, offset } = address else { return None };
        let original = self.original[global];
        let is_fixed = ready.never_written.get(original).copied().unwrap_or(false);
        is_fixed.then(|| initial(ready, &self.list[global], offset, kind)).flatten()
    }
}
