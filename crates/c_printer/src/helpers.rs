//! The functions that the printed program needs: operators that C leaves partly
//! undefined or does not have. Only those that are used are printed, each after
//! those that it calls. No loops, so that no verifier has to unwind them.

use raddle_terms::{FloatBinary, FloatKind, FloatUnary, Operator};
use rustc_hash::FxHashSet;

use crate::floats;
use crate::types::{as_signed, cut, narrowed, number, ones, unsigned, working};

#[derive(Default)]
pub struct Helpers {
    known: FxHashSet<String>,
    /// In the order in which they can be printed.
    pub text: String,
}

impl Helpers {
    /// Whether this is new; then its text has to be added.
    pub fn begin(&mut self, name: &str) -> bool {
        self.known.insert(name.to_string())
    }

    pub fn add(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// The name of the function for the operator on operands of this width.
    pub fn operator(&mut self, operator: Operator, width: u16) -> String {
        let name = format!("raddle_{}_{width}", operator.to_string().replace('.', "_"));
        if self.begin(&name) {
            self.define(operator, width, &name);
        }
        name
    }

    fn define(&mut self, operator: Operator, width: u16, name: &str) {
        match operator {
            Operator::UnsignedDivide => self.two(
                name,
                width,
                width,
                &format!("return right == 0 ? {} : left / right;", ones(width)),
            ),
            Operator::UnsignedRemainder => {
                self.two(name, width, width, "return right == 0 ? left : left % right;");
            }
            Operator::SignedDivide => self.signed_division(name, width),
            Operator::SignedRemainder => self.signed_remainder(name, width),
            Operator::SignedAddOverflows => self.signed_sum_overflows(name, width),
            Operator::SignedSubtractOverflows => self.signed_difference_overflows(name, width),
            Operator::SignedMultiplyOverflows => self.signed_product_overflows(name, width),
            Operator::UnsignedAddOverflows => {
                let sum = cut(&plus(width, "left", "+", "right"), width);
                self.two(name, width, 1, &format!("return {sum} < left;"));
            }
            Operator::UnsignedMultiplyOverflows => self.unsigned_product_overflows(name, width),
            Operator::PopulationCount => self.population_count(name, width),
            Operator::LeadingZeros => self.leading_zeros(name, width),
            Operator::TrailingZeros => self.trailing_zeros(name, width),
            Operator::SwapBytes => self.swap_bytes(name, width),
            Operator::ReverseBits => self.reverse_bits(name, width),
            Operator::FloatBinary(operator, kind) => match operator {
                FloatBinary::Add => floats::arithmetic(self, name, kind, "left + right"),
                FloatBinary::Subtract => floats::arithmetic(self, name, kind, "left - right"),
                FloatBinary::Multiply => floats::arithmetic(self, name, kind, "left * right"),
                FloatBinary::Divide => floats::arithmetic(self, name, kind, "left / right"),
                FloatBinary::Remainder => floats::remainder(self, name, kind),
            },
            Operator::FloatUnary(operator, kind) => match operator {
                FloatUnary::Negate => floats::sign(self, name, kind, "^"),
                FloatUnary::Absolute => floats::sign(self, name, kind, "& ~"),
                FloatUnary::SquareRoot => floats::square_root(self, name, kind),
                FloatUnary::Floor => floats::floor_or_ceiling(self, name, kind, true),
                FloatUnary::Ceiling => floats::floor_or_ceiling(self, name, kind, false),
                FloatUnary::Truncate => floats::truncate(self, name, kind),
                FloatUnary::Round => floats::round(self, name, kind),
                FloatUnary::RoundEven => floats::round_even(self, name, kind),
            },
            Operator::FloatCompare(kind, predicate) => {
                floats::compare(self, name, kind, predicate);
            }
            Operator::FloatConvert { from, to } => floats::convert(self, name, from, to),
            Operator::FloatToSigned { from, width } => floats::to_signed(self, name, from, width),
            Operator::FloatToUnsigned { from, width } => {
                floats::to_unsigned(self, name, from, width);
            }
            Operator::SignedToFloat(kind) => {
                let value = as_signed("operand", width);
                floats::from_integer(self, name, kind, width, &value);
            }
            Operator::UnsignedToFloat(kind) => {
                floats::from_integer(self, name, kind, width, "operand");
            }
            // These are printed as expressions.
            Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::And
            | Operator::Or
            | Operator::Xor
            | Operator::Not
            | Operator::Negate
            | Operator::ShiftLeft
            | Operator::LogicalShiftRight
            | Operator::ArithmeticShiftRight
            | Operator::Comparison(_)
            | Operator::UnsignedSubtractOverflows
            | Operator::ZeroExtend(_)
            | Operator::SignExtend(_)
            | Operator::Extract { .. }
            | Operator::Concat
            | Operator::IfThenElse
            | Operator::PointerAdd { .. } => {}
        }
    }

    /// A function of two operands of one width.
    pub fn two(&mut self, name: &str, width: u16, result: u16, body: &str) {
        let (result, kind) = (unsigned(result), unsigned(width));
        self.add(&format!(
            "static {result} {name}({kind} left, {kind} right)\n{{\n    {body}\n}}\n"
        ));
    }

    pub fn one(&mut self, name: &str, width: u16, result: u16, body: &str) {
        let (result, kind) = (unsigned(result), unsigned(width));
        self.add(&format!("static {result} {name}({kind} operand)\n{{\n    {body}\n}}\n"));
    }

    fn signed_division(&mut self, name: &str, width: u16) {
        let (a, b) = (as_signed("left", width), as_signed("right", width));
        let (all, negated) = (ones(width), cut(&plus(width, "0", "-", "left"), width));
        let quotient = narrowed(&format!("{a} / {b}"), width);
        self.two(
            name,
            width,
            width,
            &format!(
                "if (right == 0)\n        return {a} < 0 ? 1u : {all};\n    \
             if (right == {all})\n        return {negated};\n    \
             return {quotient};"
            ),
        );
    }

    fn signed_remainder(&mut self, name: &str, width: u16) {
        let (a, b) = (as_signed("left", width), as_signed("right", width));
        let rest = narrowed(&format!("{a} % {b}"), width);
        self.two(
            name,
            width,
            width,
            &format!(
                "if (right == 0)\n        return left;\n    \
             if (right == {})\n        return 0;\n    \
             return {rest};",
                ones(width)
            ),
        );
    }

    /// The sum has another sign than both operands.
    fn signed_sum_overflows(&mut self, name: &str, width: u16) {
        let sum = cut(&plus(width, "left", "+", "right"), width);
        let (kind, top) = (unsigned(width), width - 1);
        self.two(
            name,
            width,
            1,
            &format!("{kind} sum = {sum};\n    return ((left ^ sum) & (right ^ sum)) >> {top};"),
        );
    }

    /// The operands' signs differ, and the difference has not that of the first.
    fn signed_difference_overflows(&mut self, name: &str, width: u16) {
        let difference = cut(&plus(width, "left", "-", "right"), width);
        let (kind, top) = (unsigned(width), width - 1);
        self.two(
            name,
            width,
            1,
            &format!(
                "{kind} difference = {difference};\n    \
             return ((left ^ right) & (left ^ difference)) >> {top};"
            ),
        );
    }

    fn signed_product_overflows(&mut self, name: &str, width: u16) {
        if width <= 32 {
            let (a, b) = (as_signed("left", width), as_signed("right", width));
            let most = (1i64 << (width - 1)) - 1;
            let body = format!(
                "s64 product = (s64){a} * (s64){b};\n    \
                 return product > {most}ll || product < -{most}ll - 1;"
            );
            return self.two(name, width, 1, &body);
        }
        let (kind, top, least) = (unsigned(width), width - 1, number(1 << (width - 1), width));
        let magnitude =
            |of: &str| format!("{of} >> {top} ? {} : {of}", cut(&plus(width, "0", "-", of), width));
        self.two(
            name,
            width,
            1,
            &format!(
                "{kind} one = {};\n    {kind} other = {};\n    \
             {kind} most = (left ^ right) >> {top} ? {least} : {least} - 1;\n    \
             return one != 0 && other > most / one;",
                magnitude("left"),
                magnitude("right"),
            ),
        );
    }

    fn unsigned_product_overflows(&mut self, name: &str, width: u16) {
        let all = ones(width);
        let body = if width <= 32 {
            format!("return (u64)left * right > {all};")
        } else {
            format!("return left != 0 && right > {all} / left;")
        };
        self.two(name, width, 1, &body);
    }

    /// Of 64 bits; all other widths are made of it.
    fn count_of_word(&mut self) -> &'static str {
        let name = "raddle_count";
        if self.begin(name) {
            self.one(
                name,
                64,
                64,
                "\
operand -= operand >> 1 & 0x5555555555555555ull;
    operand = (operand & 0x3333333333333333ull) + (operand >> 2 & 0x3333333333333333ull);
    operand = (operand + (operand >> 4)) & 0x0f0f0f0f0f0f0f0full;
    return operand * 0x0101010101010101ull >> 56;",
            );
        }
        name
    }

    /// How many bits of `value` are set, an expression of the working width.
    fn count_of(&mut self, value: &str, width: u16) -> String {
        let count = self.count_of_word();
        if width <= 64 {
            format!("{count}({value})")
        } else {
            format!("({count}((u64)({value})) + {count}((u64)(({value}) >> 64)))")
        }
    }

    fn population_count(&mut self, name: &str, width: u16) {
        let count = self.count_of("operand", width);
        self.one(name, width, width, &format!("return ({}){count};", unsigned(width)));
    }

    /// All bits below the highest that is set are set first.
    fn leading_zeros(&mut self, name: &str, width: u16) {
        let count = self.count_of("operand", width);
        let mut body = String::new();
        let mut step = 1;
        while step < width {
            body.push_str(&format!("operand |= operand >> {step};\n    "));
            step *= 2;
        }
        let rest = cut(
            &format!(
                "{} - ({}){count}",
                number(u128::from(width), width),
                unsigned(working(width))
            ),
            width,
        );
        body.push_str(&format!("return {rest};"));
        self.one(name, width, width, &body);
    }

    /// The bits below the lowest that is set.
    fn trailing_zeros(&mut self, name: &str, width: u16) {
        let word = unsigned(working(width));
        let below = cut(&format!("~({word})operand & (({word})operand - 1u)"), width);
        let count = self.count_of("below", width);
        let kind = unsigned(width);
        let body = format!("{kind} below = {below};\n    return ({kind}){count};");
        self.one(name, width, width, &body);
    }

    fn swap_bytes(&mut self, name: &str, width: u16) {
        let word = unsigned(working(width));
        let parts: Vec<String> = (0..width / 8)
            .map(|byte| {
                let (from, to) = (8 * byte, width - 8 - 8 * byte);
                format!("(({word})operand >> {from} & 255u) << {to}")
            })
            .collect();
        let whole = cut(&parts.join("\n        | "), width);
        self.one(name, width, width, &format!("return {whole};"));
    }

    fn reverse_bits(&mut self, name: &str, width: u16) {
        let reverse = "raddle_reverse";
        if self.begin(reverse) {
            let mut body = String::new();
            for (step, mask) in [
                (1, 0x5555_5555_5555_5555u64),
                (2, 0x3333_3333_3333_3333),
                (4, 0x0f0f_0f0f_0f0f_0f0f),
                (8, 0x00ff_00ff_00ff_00ff),
                (16, 0x0000_ffff_0000_ffff),
            ] {
                body.push_str(&format!(
                    "operand = (operand >> {step} & {mask:#x}ull) | (operand & {mask:#x}ull) << {step};\n    "
                ));
            }
            body.push_str("return operand >> 32 | operand << 32;");
            self.one(reverse, 64, 64, &body);
        }
        let body = if width <= 64 {
            format!("return ({}){reverse}(operand) >> {};", "u64", 64 - width)
        } else {
            format!(
                "return ((u128){reverse}((u64)operand) << 64 | {reverse}((u64)(operand >> 64))) >> {};",
                128 - width
            )
        };
        self.one(name, width, width, &body);
    }

    /// Reads or writes so many bytes one by one, where C has no such type.
    pub fn bytes(&mut self, bytes: u64, store: bool) -> String {
        let verb = if store { "store" } else { "load" };
        let name = format!("raddle_{verb}_{bytes}_bytes");
        if self.begin(&name) {
            let kind = unsigned(8 * bytes as u16);
            let each = (0..bytes).map(|byte| match (store, byte) {
                (true, 0) => "*(m8 *)address = (u8)value;".to_string(),
                (true, _) => format!("*(m8 *)(address + {byte}) = (u8)(value >> {});", 8 * byte),
                (false, 0) => "return *(m8 *)address".to_string(),
                (false, _) => format!("| ({kind})*(m8 *)(address + {byte}) << {}", 8 * byte),
            });
            let each: Vec<String> = each.collect();
            let body = each.join(if store { "\n    " } else { "\n        " });
            self.add(&if store {
                format!("static void {name}(char *address, {kind} value)\n{{\n    {body}\n}}\n")
            } else {
                format!("static {kind} {name}(char *address)\n{{\n    {body};\n}}\n")
            });
        }
        name
    }

    /// Functions of `math.h`.
    pub fn declare(&mut self, name: &str, kind: FloatKind, operands: usize) -> String {
        let (name, number) = match kind {
            FloatKind::F32 => (format!("{name}f"), "float"),
            FloatKind::F64 => (name.to_string(), "double"),
        };
        if self.begin(&name) {
            let operands = vec![number; operands].join(", ");
            self.add(&format!("{number} {name}({operands});\n"));
        }
        name
    }
}

/// A sum or difference in the working width.
fn plus(width: u16, left: &str, symbol: &str, right: &str) -> String {
    let word = if width <= 16 { "(u32)" } else { "" };
    format!("{word}{left} {symbol} {word}{right}")
}
