//! Operators in SMT-LIB 2, each exactly as `raddle_terms::operator::evaluate`
//! means it.
//!
//! A value of width 1 is a `Bool` everywhere, every other one a bit-vector. So
//! conditions read as conditions; where the bit-vector form of an operator is
//! needed at width 1, operands and result are converted on the spot.
//!
//! An operand that is needed twice is bound by `let`, so that the text stays
//! linear. Only functions that FixedSizeBitVectors has had from the beginning
//! are used, with two operands each, since solvers differ in the rest.

use raddle_terms::{Bits, FloatBinary, FloatUnary, Operator};

use super::floats;

/// The text of an operand: a `Bool` if the width is 1.
pub(super) struct Operand {
    pub(super) text: String,
    pub(super) width: u16,
}

impl Operand {
    pub(super) fn bits(&self) -> String {
        if self.width == 1 { format!("(ite {} #b1 #b0)", self.text) } else { self.text.clone() }
    }
}

/// How an application is written.
pub(super) enum Meaning {
    /// A `Bool` if the width is 1.
    Expression(String),
    /// A condition that the name given fulfils for exactly one value.
    Constraint(String),
}

pub(super) fn sort(width: u16) -> String {
    if width == 1 { "Bool".to_owned() } else { format!("(_ BitVec {width})") }
}

/// A constant as a bit-vector, also at width 1.
pub(super) fn literal(value: Bits) -> String {
    let width = usize::from(value.width());
    if width.is_multiple_of(4) {
        format!("#x{:0digits$x}", value.unsigned(), digits = width / 4)
    } else {
        format!("#b{:0width$b}", value.unsigned())
    }
}

pub(super) fn number(value: u128, width: u16) -> String {
    literal(Bits::new(value, width))
}

/// A constant as a term: a `Bool` if the width is 1.
pub(super) fn constant(value: Bits) -> String {
    if value.width() == 1 { value.is_true().to_string() } else { literal(value) }
}

/// A bit-vector text of the width, as the text of a term.
fn term(bits: String, width: u16) -> String {
    if width == 1 { format!("(= {bits} #b1)") } else { bits }
}

/// The operator applied to the operands; `name` is what a constraint is about.
/// The error says, as a sentence, what SMT-LIB has no word for.
#[expect(clippy::too_many_lines, reason = "an arm for each operator")]
pub(super) fn meaning(
    operator: Operator,
    operands: &[Operand],
    name: &str,
) -> Result<Meaning, String> {
    let (Some(first), true) = (operands.first(), operands.len() == operator.arity()) else {
        return Err(format!("{operator} is applied to {} operands", operands.len()));
    };
    // Those that an operator does not take are not looked at either.
    let second = operands.get(1).unwrap_or(first);
    let third = operands.get(2).unwrap_or(first);
    let width = first.width;
    let both = |function: &str| format!("({function} {} {})", first.bits(), second.bits());
    let arithmetic = |function: &str| term(both(function), width);
    let logic = |boolean: &str, bits: &str| {
        let function = if width == 1 { boolean } else { bits };
        format!("({function} {} {})", first.text, second.text)
    };
    let float = |kind, function| floats::arithmetic(kind, function, operands, name);
    let expression = match operator {
        Operator::Add => arithmetic("bvadd"),
        Operator::Subtract => arithmetic("bvsub"),
        Operator::Multiply => arithmetic("bvmul"),
        Operator::UnsignedDivide => arithmetic("bvudiv"),
        Operator::SignedDivide => arithmetic("bvsdiv"),
        Operator::UnsignedRemainder => arithmetic("bvurem"),
        Operator::SignedRemainder => arithmetic("bvsrem"),
        Operator::And => logic("and", "bvand"),
        Operator::Or => logic("or", "bvor"),
        Operator::Xor => logic("xor", "bvxor"),
        Operator::Not if width == 1 => format!("(not {})", first.text),
        Operator::Not => format!("(bvnot {})", first.text),
        Operator::Negate => term(format!("(bvneg {})", first.bits()), width),
        Operator::ShiftLeft => shift("bvshl", first, second),
        Operator::LogicalShiftRight => shift("bvlshr", first, second),
        Operator::ArithmeticShiftRight => shift("bvashr", first, second),
        Operator::Equal => logic("=", "="),
        Operator::NotEqual => logic("distinct", "distinct"),
        Operator::UnsignedLess | Operator::UnsignedSubtractOverflows => both("bvult"),
        Operator::UnsignedLessOrEqual => both("bvule"),
        Operator::SignedLess => both("bvslt"),
        Operator::SignedLessOrEqual => both("bvsle"),
        Operator::SignedAddOverflows => sum_overflows("bvadd", first, second),
        Operator::SignedSubtractOverflows => sum_overflows("bvsub", first, second),
        Operator::SignedMultiplyOverflows => signed_product_overflows(first, second),
        Operator::UnsignedAddOverflows => carries(first, second),
        Operator::UnsignedMultiplyOverflows => unsigned_product_overflows(first, second),
        Operator::ZeroExtend(to) => extended(first, to, "zero_extend", Bits::new(1, to)),
        Operator::SignExtend(to) => extended(first, to, "sign_extend", Bits::ones(to)),
        Operator::Extract { low, width } => term(extract(&first.bits(), low, width), width),
        Operator::Concat => both("concat"),
        Operator::IfThenElse => format!("(ite {} {} {})", first.text, second.text, third.text),
        Operator::PointerAdd { offset_bits } => pointer_add(first, second, offset_bits),
        Operator::PopulationCount => term(population_count(&first.bits(), width), width),
        Operator::LeadingZeros => term(leading_zeros(&first.bits(), width), width),
        Operator::TrailingZeros => term(trailing_zeros(&first.bits(), width), width),
        Operator::SwapBytes => reversed(&first.text, width, 8),
        Operator::ReverseBits => term(reversed(&first.bits(), width, 1), width),
        Operator::FloatUnary(operator, kind) => match operator {
            FloatUnary::Negate => floats::negate(kind, first),
            FloatUnary::Absolute => floats::absolute(kind, first),
            FloatUnary::SquareRoot => return Ok(float(kind, "fp.sqrt RNE")),
            FloatUnary::Floor => return Ok(float(kind, "fp.roundToIntegral RTN")),
            FloatUnary::Ceiling => return Ok(float(kind, "fp.roundToIntegral RTP")),
            FloatUnary::Truncate => return Ok(float(kind, "fp.roundToIntegral RTZ")),
            FloatUnary::Round => return Ok(float(kind, "fp.roundToIntegral RNA")),
            FloatUnary::RoundEven => return Ok(float(kind, "fp.roundToIntegral RNE")),
        },
        Operator::FloatBinary(operator, kind) => match operator {
            FloatBinary::Add => return Ok(float(kind, "fp.add RNE")),
            FloatBinary::Subtract => return Ok(float(kind, "fp.sub RNE")),
            FloatBinary::Multiply => return Ok(float(kind, "fp.mul RNE")),
            FloatBinary::Divide => return Ok(float(kind, "fp.div RNE")),
            FloatBinary::Remainder => {
                return Err("the floating-point remainder is not written in SMT-LIB".to_owned());
            }
        },
        Operator::FloatCompare(kind, predicate) => floats::compare(kind, predicate, first, second),
        Operator::FloatConvert { from, to } if from == to => first.text.clone(),
        Operator::FloatToSigned { from, width } => floats::to_signed(from, width, first),
        Operator::FloatToUnsigned { from, width } => floats::to_unsigned(from, width, first),
        Operator::FloatConvert { from, to } => return Ok(floats::convert(from, to, first, name)),
        Operator::SignedToFloat(kind) => {
            return Ok(floats::from_integer(kind, "to_fp", first, name));
        }
        Operator::UnsignedToFloat(kind) => {
            return Ok(floats::from_integer(kind, "to_fp_unsigned", first, name));
        }
    };
    Ok(Meaning::Expression(expression))
}

pub(super) fn extract(text: &str, low: u16, width: u16) -> String {
    let high = u32::from(low) + u32::from(width) - 1;
    format!("((_ extract {high} {low}) {text})")
}

/// To the given width; `one` is what a true operand of width 1 becomes.
fn extended(operand: &Operand, to: u16, function: &str, one: Bits) -> String {
    let Operand { text, width } = operand;
    match to.saturating_sub(*width) {
        0 => text.clone(),
        _ if *width == 1 => format!("(ite {text} {} {})", literal(one), number(0, to)),
        more => format!("((_ {function} {more}) {text})"),
    }
}

/// SMT-LIB shifts everything out where the amount is too great; ours counts
/// modulo the width, which its own width always can express.
fn shift(function: &str, left: &Operand, right: &Operand) -> String {
    let width = left.width;
    if width == 1 {
        return left.text.clone();
    }
    let amount = if width.is_power_of_two() {
        format!("(bvand {} {})", right.text, number(u128::from(width) - 1, width))
    } else {
        format!("(bvurem {} {})", right.text, number(u128::from(width), width))
    };
    format!("({function} {} {amount})", left.text)
}

/// With one bit more the result is exact; it fits if the bit was not needed.
fn sum_overflows(function: &str, left: &Operand, right: &Operand) -> String {
    let exact = format!(
        "({function} ((_ sign_extend 1) {}) ((_ sign_extend 1) {}))",
        left.bits(),
        right.bits()
    );
    let (top, next) = (extract("a", left.width, 1), extract("a", left.width - 1, 1));
    format!("(let ((a {exact})) (distinct {top} {next}))")
}

fn carries(left: &Operand, right: &Operand) -> String {
    let exact =
        format!("(bvadd ((_ zero_extend 1) {}) ((_ zero_extend 1) {}))", left.bits(), right.bits());
    format!("(= {} #b1)", extract(&exact, left.width, 1))
}

/// Twice the width holds every product.
fn product(function: &str, left: &Operand, right: &Operand) -> String {
    let width = left.width;
    format!(
        "(bvmul ((_ {function} {width}) {}) ((_ {function} {width}) {}))",
        left.bits(),
        right.bits()
    )
}

fn signed_product_overflows(left: &Operand, right: &Operand) -> String {
    let width = left.width;
    let cut = extract("a", 0, width);
    let exact = product("sign_extend", left, right);
    format!("(let ((a {exact})) (distinct a ((_ sign_extend {width}) {cut})))")
}

fn unsigned_product_overflows(left: &Operand, right: &Operand) -> String {
    let width = left.width;
    let upper = extract(&product("zero_extend", left, right), width, width);
    format!("(distinct {upper} {})", number(0, width))
}

/// Two bits more than the width hold every sum of an offset and a distance.
fn pointer_add(pointer: &Operand, distance: &Operand, offset_bits: u16) -> String {
    let width = pointer.width;
    let spare = width + 2 - offset_bits;
    let invalid = literal(Bits::ones(offset_bits));
    let offset = extract("a", 0, offset_bits);
    let sum = format!("(bvadd ((_ zero_extend {spare}) c) ((_ sign_extend 2) b))");
    let upper = extract("d", offset_bits, spare);
    let fits = format!("(and (distinct c {invalid}) (= {upper} {}))", zeros(spare));
    let moved = format!("(ite {fits} {} {invalid})", extract("d", 0, offset_bits));
    let whole = if offset_bits == width {
        moved
    } else {
        format!("(concat {} {moved})", extract("a", offset_bits, width - offset_bits))
    };
    let whole = format!("(let ((c {offset})) (let ((d {sum})) {whole}))");
    term(format!("(let ((a {}) (b {})) {whole})", pointer.bits(), distance.bits()), width)
}

/// Zeros of any width, also beyond what a value can have.
fn zeros(width: u16) -> String {
    format!("#b{}", "0".repeat(width.into()))
}

/// Sums of neighbouring groups of 1, 2, 4 … bits. A group that the width cuts
/// short still holds its count.
fn population_count(text: &str, width: u16) -> String {
    let mut count = "a".to_owned();
    let mut steps = Vec::new();
    let mut group = 1;
    while group < width {
        let lower = (0..width).filter(|bit| (bit / group) % 2 == 0);
        let mask = number(lower.fold(0, |mask, bit| mask | 1u128 << bit), width);
        let shifted = format!("(bvlshr a {})", number(group.into(), width));
        steps.push(format!("(bvadd (bvand a {mask}) (bvand {shifted} {mask}))"));
        group *= 2;
    }
    for step in steps.iter().rev() {
        count = format!("(let ((a {step})) {count})");
    }
    format!("(let ((a {text})) {count})")
}

/// The zeros above the highest bit: what stays zero when every bit is copied to
/// all places below it.
fn leading_zeros(text: &str, width: u16) -> String {
    let mut smeared = "a".to_owned();
    let mut distances = Vec::new();
    let mut distance = 1;
    while distance < width {
        distances.push(distance);
        distance *= 2;
    }
    for distance in distances.iter().rev() {
        let shifted = format!("(bvlshr a {})", number((*distance).into(), width));
        smeared = format!("(let ((a (bvor a {shifted}))) {smeared})");
    }
    population_count(&format!("(bvnot (let ((a {text})) {smeared}))"), width)
}

/// The zeros below the lowest bit are the ones of `!a & (a - 1)`.
fn trailing_zeros(text: &str, width: u16) -> String {
    let one = number(1, width);
    population_count(&format!("(let ((a {text})) (bvand (bvnot a) (bvsub a {one})))"), width)
}

/// The groups of so many bits, in the other order.
fn reversed(text: &str, width: u16, group: u16) -> String {
    let groups = (0..width / group).map(|position| extract("a", position * group, group));
    let concatenated = groups.reduce(|upper, lower| format!("(concat {upper} {lower})"));
    format!("(let ((a {text})) {})", concatenated.unwrap_or("a".to_owned()))
}
