//! How a register's value follows from a nondeterministic one, and where the
//! outcome of a comparison of it changes.
//!
//! The values of a width form a circle. A *cut* at c says that c - 1 and c may
//! behave differently; a value range between two neighbouring cuts behaves as
//! one. Every comparison with a constant is true on an arc of the circle, so that
//! it makes two cuts, the ends of that arc. Signed and unsigned comparisons
//! differ only in where their arcs begin.

use raddle_ir::Operand;
use raddle_terms::{Bits, Operator, bits::mask};

/// Longer computations are not followed.
const MOST_STEPS: usize = 8;

/// The value of a register as a function of the lowest `base` bits of the value
/// that everything began with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct View {
    pub base: u16,
    steps: Vec<Step>,
    pub width: u16,
}

/// Each keeps cuts few: a cut behind it is at most one cut before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    /// Modulo 2^width.
    Add {
        amount: u128,
        width: u16,
    },
    /// All bits flipped.
    Complement {
        width: u16,
    },
    ZeroExtend {
        from: u16,
        to: u16,
    },
    SignExtend {
        from: u16,
        to: u16,
    },
}

/// What becomes of a value that an operator reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The result is another view of it.
    View(View),
    /// All that is left of it is between which of these cuts (of its own width)
    /// it lies.
    Cuts(Vec<u128>),
    /// Something else.
    Lost,
}

/// The operators as far as they matter here.
#[derive(Clone, Copy, Debug)]
enum Class {
    ZeroExtend(u16),
    SignExtend(u16),
    Truncate(u16),
    Complement,
    Negate,
    Choose,
    Add,
    Subtract,
    Mask,
    Remainder,
    Relation(Relation),
    Other,
}

/// Predicates that are true on an arc of the circle if one side is a constant.
#[derive(Clone, Copy, Debug)]
enum Relation {
    /// Or not equal.
    Equal,
    Less {
        signed: bool,
        or_equal: bool,
    },
    AddOverflows {
        signed: bool,
    },
    SubtractOverflows {
        signed: bool,
    },
}

fn classify(operator: Operator) -> Class {
    let less = |signed, or_equal| Class::Relation(Relation::Less { signed, or_equal });
    match operator {
        Operator::ZeroExtend(to) => Class::ZeroExtend(to),
        Operator::SignExtend(to) => Class::SignExtend(to),
        Operator::Extract { low: 0, width } => Class::Truncate(width),
        Operator::Not => Class::Complement,
        Operator::Negate => Class::Negate,
        Operator::IfThenElse => Class::Choose,
        Operator::Add => Class::Add,
        Operator::Subtract => Class::Subtract,
        Operator::And => Class::Mask,
        Operator::UnsignedRemainder => Class::Remainder,
        Operator::Equal | Operator::NotEqual => Class::Relation(Relation::Equal),
        Operator::UnsignedLess => less(false, false),
        Operator::UnsignedLessOrEqual => less(false, true),
        Operator::SignedLess => less(true, false),
        Operator::SignedLessOrEqual => less(true, true),
        Operator::SignedAddOverflows => Class::Relation(Relation::AddOverflows { signed: true }),
        Operator::UnsignedAddOverflows => Class::Relation(Relation::AddOverflows { signed: false }),
        Operator::SignedSubtractOverflows => {
            Class::Relation(Relation::SubtractOverflows { signed: true })
        }
        Operator::UnsignedSubtractOverflows => {
            Class::Relation(Relation::SubtractOverflows { signed: false })
        }
        Operator::Unary(_)
        | Operator::Binary(_)
        | Operator::Overflow(_)
        | Operator::Extract { .. }
        | Operator::Concat
        | Operator::PointerAdd { .. }
        | Operator::FloatBinary(..)
        | Operator::FloatUnary(..)
        | Operator::FloatCompare(..)
        | Operator::FloatConvert { .. }
        | Operator::FloatToSigned { .. }
        | Operator::FloatToUnsigned { .. }
        | Operator::SignedToFloat(_)
        | Operator::UnsignedToFloat(_) => Class::Other,
    }
}

impl View {
    pub fn whole(width: u16) -> View {
        View { base: width, steps: Vec::new(), width }
    }

    /// What `operator` makes of this value as the operand at `position`.
    pub fn apply(&self, operator: Operator, operands: &[Operand], position: usize) -> Outcome {
        let other = match operands.get(1 - position.min(1)) {
            Some(Operand::Constant(bits)) => Some(bits.unsigned()),
            Some(
                Operand::Register(_)
                | Operand::Global(_)
                | Operand::Function(_)
                | Operand::Undefined(_),
            )
            | None => None,
        };
        let with_other = |make: &dyn Fn(u128) -> Outcome| other.map_or(Outcome::Lost, make);
        match classify(operator) {
            Class::ZeroExtend(to) => self.with(Step::ZeroExtend { from: self.width, to }),
            Class::SignExtend(to) => self.with(Step::SignExtend { from: self.width, to }),
            Class::Truncate(width) => self.truncated(width).map_or(Outcome::Lost, Outcome::View),
            Class::Complement => self.with(Step::Complement { width: self.width }),
            Class::Negate => self.subtracted_from(0),
            Class::Choose if position == 0 => Outcome::Cuts(truth()),
            Class::Choose => Outcome::View(self.clone()),
            Class::Add => with_other(&|other| self.plus(other)),
            Class::Subtract if position == 0 => {
                with_other(&|other| self.plus(other.wrapping_neg()))
            }
            Class::Subtract => with_other(&|other| self.subtracted_from(other)),
            Class::Mask => with_other(&|other| self.masked(other)),
            Class::Remainder if position == 0 => with_other(&|other| {
                if other.is_power_of_two() { self.masked(other - 1) } else { Outcome::Lost }
            }),
            Class::Remainder | Class::Other => Outcome::Lost,
            Class::Relation(relation) => {
                with_other(&|other| self.related(relation, other, position))
            }
        }
    }

    /// Compared with a constant, which is on the right if `position` is 0.
    fn related(&self, relation: Relation, constant: u128, position: usize) -> Outcome {
        let half = self.half();
        let first = |signed: bool| if signed { half } else { 0 };
        let after = constant.wrapping_add(1);
        let cuts = match relation {
            Relation::Equal => [constant, after],
            // v < c and c <= v change at c, v <= c and c < v after it.
            Relation::Less { signed, or_equal } => {
                let change = if or_equal == (position == 0) { after } else { constant };
                [first(signed), change]
            }
            Relation::AddOverflows { signed } => {
                [first(signed), first(signed).wrapping_sub(constant)]
            }
            Relation::SubtractOverflows { signed } => {
                let change = if position == 0 { constant } else { after };
                [first(signed), first(signed).wrapping_add(change)]
            }
        };
        Outcome::Cuts(cuts.map(|cut| cut & mask(self.width)).to_vec())
    }

    fn half(&self) -> u128 {
        1 << (self.width - 1)
    }

    fn with(&self, step: Step) -> Outcome {
        let width = match step {
            Step::Add { width, .. } | Step::Complement { width } => width,
            Step::ZeroExtend { to, .. } | Step::SignExtend { to, .. } => to,
        };
        if self.steps.len() >= MOST_STEPS {
            return Outcome::Lost;
        }
        let mut view = self.clone();
        view.width = width;
        match step {
            Step::Add { amount: 0, .. } => {}
            Step::ZeroExtend { from, to } | Step::SignExtend { from, to } if from >= to => {}
            Step::Add { .. }
            | Step::Complement { .. }
            | Step::ZeroExtend { .. }
            | Step::SignExtend { .. } => view.steps.push(step),
        }
        Outcome::View(view)
    }

    fn plus(&self, amount: u128) -> Outcome {
        self.with(Step::Add { amount: amount & mask(self.width), width: self.width })
    }

    /// c - v = ~v + (c + 1)
    fn subtracted_from(&self, left: u128) -> Outcome {
        match self.with(Step::Complement { width: self.width }) {
            Outcome::View(view) => view.plus(left.wrapping_add(1)),
            other @ (Outcome::Cuts(_) | Outcome::Lost) => other,
        }
    }

    /// `v & (2^k - 1)`
    fn masked(&self, right: u128) -> Outcome {
        let ones = right.trailing_ones() as u16;
        if right == 0 {
            return Outcome::Cuts(Vec::new());
        }
        if right != mask(ones) || ones > self.width {
            return Outcome::Lost;
        }
        match self.truncated(ones) {
            Some(low) => low.with(Step::ZeroExtend { from: ones, to: self.width }),
            None => Outcome::Lost,
        }
    }

    /// The lowest `width` bits: every step is exact on the lowest bits alone, or
    /// drops out.
    fn truncated(&self, width: u16) -> Option<View> {
        if width == 0 || width > self.width {
            return None;
        }
        let mut kept = self.steps.clone();
        let mut later = Vec::new();
        let mut base = self.base;
        loop {
            match kept.pop() {
                None => {
                    base = base.min(width);
                    break;
                }
                Some(Step::Add { amount, .. }) => {
                    later.push(Step::Add { amount: amount & mask(width), width })
                }
                Some(Step::Complement { .. }) => later.push(Step::Complement { width }),
                Some(Step::ZeroExtend { from, .. }) if from < width => {
                    later.push(Step::ZeroExtend { from, to: width });
                    break;
                }
                Some(Step::SignExtend { from, .. }) if from < width => {
                    later.push(Step::SignExtend { from, to: width });
                    break;
                }
                Some(Step::ZeroExtend { from, .. } | Step::SignExtend { from, .. }) => {
                    if from == width {
                        break;
                    }
                }
            }
        }
        kept.extend(later.into_iter().rev());
        Some(View { base, steps: kept, width })
    }

    /// The cut of the base's circle that a cut of this view's circle comes from.
    pub fn cut_of_base(&self, cut: u128) -> u128 {
        self.steps.iter().rev().fold(cut, |cut, step| match *step {
            Step::Add { amount, width } => cut.wrapping_sub(amount) & mask(width),
            Step::Complement { width } => cut.wrapping_neg() & mask(width),
            // Everything beyond the narrow range lies between its last and its
            // first value.
            Step::ZeroExtend { from, .. } => {
                if cut <= mask(from) {
                    cut
                } else {
                    0
                }
            }
            // Likewise, but the gap is in the middle.
            Step::SignExtend { from, to } => {
                let half = 1u128 << (from - 1);
                if cut <= half || cut > half.wrapping_neg() & mask(to) {
                    cut & mask(from)
                } else {
                    half
                }
            }
        })
    }
}

/// The cuts of a value of one bit that is tested.
pub(super) fn truth() -> Vec<u128> {
    vec![0, 1]
}

/// The cuts of a value that is compared for equality with each of these.
pub(super) fn equalities(values: impl Iterator<Item = Bits>) -> Vec<u128> {
    values
        .flat_map(|value| {
            let width = value.width();
            [value.unsigned(), value.unsigned().wrapping_add(1) & mask(width)]
        })
        .collect()
}

/// One value of each arc between neighbouring cuts, the one nearest to zero.
pub(super) fn representatives(cuts: &std::collections::BTreeSet<u128>, width: u16) -> Vec<Bits> {
    let (Some(&first), Some(&last)) = (cuts.first(), cuts.last()) else {
        return vec![Bits::zero(width)];
    };
    let mut values = Vec::new();
    // From each cut to the one before the next; the last arc goes round to the
    // first cut, through zero.
    let ends = cuts.iter().skip(1).copied();
    for (&start, next) in cuts.iter().zip(ends) {
        values.push(nearest_to_zero(start, next - 1, width));
    }
    values.push(if first == 0 {
        nearest_to_zero(last, mask(width), width)
    } else {
        Bits::zero(width)
    });
    values.sort_by_key(|value| (value.signed().unsigned_abs(), value.signed() < 0));
    values
}

fn nearest_to_zero(start: u128, end: u128, width: u16) -> Bits {
    let (start, end) = (Bits::new(start, width), Bits::new(end, width));
    if end.signed().unsigned_abs() < start.signed().unsigned_abs() { end } else { start }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_ir::RegisterId;
    use raddle_ir::index::Index;
    use raddle_terms::operator::evaluate;

    /// Runs every value of 6 bits through a chain of operators, with the constant
    /// on the side given, and compares: two values without a cut between them
    /// must have the same outcome.
    fn check_chain(chain: &[(Operator, Option<u128>, bool)]) {
        const WIDTH: u16 = 6;
        let mut view = View::whole(WIDTH);
        let mut values: Vec<Bits> = (0..64).map(|value| Bits::new(value, WIDTH)).collect();
        for &(operator, constant, constant_first) in chain {
            let width = view.width;
            let constant = constant.map(|constant| Bits::new(constant, width));
            let register = Operand::Register(RegisterId::new(0));
            let (operands, position) = match constant {
                None => (vec![register], 0),
                Some(bits) if constant_first => (vec![Operand::Constant(bits), register], 1),
                Some(bits) => (vec![register, Operand::Constant(bits)], 0),
            };
            for value in &mut values {
                *value = match constant {
                    None => evaluate(operator, &[*value]),
                    Some(bits) if constant_first => evaluate(operator, &[bits, *value]),
                    Some(bits) => evaluate(operator, &[*value, bits]),
                };
            }
            match view.apply(operator, &operands, position) {
                Outcome::View(next) => view = next,
                Outcome::Cuts(cuts) => {
                    let base = 1usize << view.base;
                    let cuts: Vec<u128> = cuts.iter().map(|&cut| view.cut_of_base(cut)).collect();
                    for value in 0..64usize {
                        let next = (value + 1) % base;
                        if value < base && !cuts.contains(&(next as u128)) {
                            assert_eq!(values[value], values[next], "{chain:?} {value} {cuts:?}");
                        }
                        assert_eq!(values[value], values[value % base], "{chain:?} {value}");
                    }
                    return;
                }
                Outcome::Lost => panic!("{chain:?} is lost"),
            }
        }
        panic!("{chain:?} ends without a comparison");
    }

    const COMPARISONS: [Operator; 10] = [
        Operator::Equal,
        Operator::NotEqual,
        Operator::UnsignedLess,
        Operator::UnsignedLessOrEqual,
        Operator::SignedLess,
        Operator::SignedLessOrEqual,
        Operator::SignedAddOverflows,
        Operator::SignedSubtractOverflows,
        Operator::UnsignedAddOverflows,
        Operator::UnsignedSubtractOverflows,
    ];

    fn check_all_comparisons(before: &[(Operator, Option<u128>, bool)], width: u16) {
        for comparison in COMPARISONS {
            for constant in 0..=mask(width) {
                for constant_first in [false, true] {
                    let mut chain = before.to_vec();
                    chain.push((comparison, Some(constant), constant_first));
                    check_chain(&chain);
                }
            }
        }
    }

    #[test]
    fn comparisons_of_the_value_itself() {
        check_all_comparisons(&[], 6);
    }

    #[test]
    fn comparisons_after_one_step() {
        for constant in 0..64 {
            check_all_comparisons(&[(Operator::Add, Some(constant), false)], 6);
            check_all_comparisons(&[(Operator::Subtract, Some(constant), false)], 6);
            check_all_comparisons(&[(Operator::Subtract, Some(constant), true)], 6);
        }
        check_all_comparisons(&[(Operator::Not, None, false)], 6);
        check_all_comparisons(&[(Operator::Negate, None, false)], 6);
        check_all_comparisons(&[(Operator::ZeroExtend(8), None, false)], 8);
        check_all_comparisons(&[(Operator::SignExtend(8), None, false)], 8);
        check_all_comparisons(&[(Operator::And, Some(7), false)], 6);
        check_all_comparisons(&[(Operator::And, Some(63), true)], 6);
        check_all_comparisons(&[(Operator::UnsignedRemainder, Some(16), false)], 6);
        check_all_comparisons(&[(Operator::Extract { low: 0, width: 3 }, None, false)], 3);
    }

    #[test]
    fn comparisons_after_several_steps() {
        let extract = |width| (Operator::Extract { low: 0, width }, None, false);
        let add = |amount| (Operator::Add, Some(amount), false);
        check_all_comparisons(&[add(5), (Operator::SignExtend(9), None, false), add(300)], 9);
        check_all_comparisons(&[(Operator::ZeroExtend(9), None, false), add(77), extract(7)], 7);
        check_all_comparisons(&[(Operator::SignExtend(9), None, false), add(77), extract(4)], 4);
        check_all_comparisons(&[(Operator::SignExtend(9), None, false), extract(6)], 6);
        let negate = (Operator::Negate, None, false);
        check_all_comparisons(&[add(9), negate, (Operator::ZeroExtend(8), None, false), negate], 8);
    }

    #[test]
    fn other_operators_are_lost() {
        let register = Operand::Register(RegisterId::new(0));
        let two = Operand::Constant(Bits::new(2, 32));
        let view = View::whole(32);
        for operator in
            [Operator::Multiply, Operator::Or, Operator::ShiftLeft, Operator::SignedRemainder]
        {
            assert_eq!(view.apply(operator, &[register, two], 0), Outcome::Lost);
        }
        assert_eq!(view.apply(Operator::UnsignedLess, &[register, register], 0), Outcome::Lost);
    }

    #[test]
    fn one_value_an_arc() {
        let values = |cuts: &[u128]| -> Vec<i128> {
            representatives(&cuts.iter().copied().collect(), 8)
                .iter()
                .map(|value| value.signed())
                .collect()
        };
        assert_eq!(values(&[]), [0]);
        assert_eq!(values(&[5, 6]), [0, 5]);
        assert_eq!(values(&[0, 1]), [0, 1]);
        // x < 10, signed: -128..9 and 10..127.
        assert_eq!(values(&[10, 128]), [0, 10]);
        assert_eq!(values(&[0, 10, 128]), [0, -1, 10]);
    }
}
