//! Pure expressions: no side effects, no undefined behaviour.

use crate::aggregates::Shape;
use crate::program::Generator;
use crate::scalars::{FLOATS, INTEGERS, Scalar};
use crate::scope::{Place, Use};

/// The text, in parentheses where needed, and the type of its value.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) text: String,
    pub(crate) kind: Scalar,
}

fn expression(kind: Scalar, text: String) -> Expression {
    Expression { text, kind }
}

/// Of the type that these have in common, in every data model.
fn combined(left: Scalar, right: Scalar, text: String) -> Expression {
    let kind = left.common(right);
    if left.common_depends(right) {
        return expression(kind, format!("(({}){text})", kind.name()));
    }
    expression(kind, text)
}

const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

impl Generator {
    /// An integer of any type.
    pub(crate) fn integer(&mut self, depth: usize) -> Expression {
        if depth == 0 {
            return self.integer_leaf();
        }
        let depth = depth - 1;
        match self.random.below(24) {
            0..=2 => self.sum_or_product(depth),
            3 => self.masked_product(depth),
            4 | 5 => self.quotient(depth),
            6 | 7 => self.shift(depth),
            8 | 9 => self.bitwise(depth),
            10 => self.comparison(depth),
            11 => {
                let (left, right) = (self.condition(depth), self.condition(depth));
                let operator = *self.random.pick(&["&&", "||"]);
                expression(Scalar::Int, format!("({left} {operator} {right})"))
            }
            12 | 13 => {
                let condition = self.condition(depth);
                let (then, otherwise) = (self.integer(depth), self.integer(depth));
                let text = format!("({condition} ? {} : {})", then.text, otherwise.text);
                combined(then.kind, otherwise.kind, text)
            }
            14 => self.sign_or_complement(depth),
            15 | 16 => {
                let kind = *self.random.pick(&INTEGERS);
                let inner = self.integer(depth);
                expression(kind, format!("(({}){})", kind.name(), inner.text))
            }
            17 => {
                let inner = self.floating(depth);
                expression(Scalar::LongLong, format!("truncated({})", inner.text))
            }
            18 => self.bit_count(depth),
            19 => self.checked_arithmetic(depth),
            20 => self.compound_or_string(depth),
            21 => self.of_structures(depth),
            22 => self.by_pointer(depth),
            _ => self.small_construct(depth),
        }
    }

    fn integer_leaf(&mut self) -> Expression {
        if self.random.chance(25) {
            let kind = *self.random.pick(&INTEGERS);
            return expression(kind, kind.literal(&mut self.random));
        }
        let place = self.readable(false);
        match place.usage {
            // A bit-field promotes to `int`.
            Use::BitField(_) => expression(Scalar::Int, place.text),
            Use::Full | Use::Read | Use::Atomic => expression(place.kind, place.text),
        }
    }

    /// Some object that can be read, of an integer or a floating type.
    pub(crate) fn readable(&mut self, float: bool) -> Place {
        for _ in 0..10 {
            let place = match self.random.below(10) {
                0 | 1 => self.element(false),
                2 => self.dereference(false),
                3 | 4 => self.record_member(),
                _ => self.random.pick_any(&self.scope.places).cloned(),
            };
            if let Some(place) = place
                && place.kind.is_float() == float
            {
                return place;
            }
        }
        let kind = if float { Scalar::Double } else { Scalar::Int };
        Place { text: kind.literal(&mut self.random), kind, usage: Use::Read }
    }

    pub(crate) fn record_member(&mut self) -> Option<Place> {
        let record = self.random.pick_any(&self.scope.records)?.clone();
        Some(self.member(record.structure, &record.text))
    }

    /// An element of an array, by an index in range.
    pub(crate) fn element(&mut self, for_writing: bool) -> Option<Place> {
        let array = self.random.pick_any(&self.scope.arrays)?.clone();
        if for_writing && !array.writable {
            return None;
        }
        let index = self.index(array.length);
        Some(Place {
            text: format!("{}[{index}]", array.text),
            kind: array.kind,
            usage: if array.writable { Use::Full } else { Use::Read },
        })
    }

    pub(crate) fn dereference(&mut self, for_writing: bool) -> Option<Place> {
        let pointer = self.random.pick_any(&self.scope.pointers)?.clone();
        if for_writing && !pointer.array.writable {
            return None;
        }
        let text = if self.random.chance(70) {
            format!("*{}", pointer.text)
        } else {
            // Backwards to the start, then forwards: always in range.
            let (name, array) = (&pointer.text, &pointer.array.text);
            format!("{name}[-(int)({name} - {array})]")
        };
        Some(Place {
            text: format!("({text})"),
            kind: pointer.array.kind,
            usage: if pointer.array.writable { Use::Full } else { Use::Read },
        })
    }

    /// An index below the length: a literal, or something computed.
    pub(crate) fn index(&mut self, length: usize) -> String {
        if self.random.chance(40) {
            return self.random.below(length).to_string();
        }
        let place = self
            .random
            .pick_any(&self.scope.places)
            .filter(|place| !place.kind.is_float())
            .cloned();
        match place {
            Some(place) if length.is_power_of_two() => {
                format!("({} & {})", place.text, length - 1)
            }
            Some(place) => format!("((unsigned){} % {length}u)", place.text),
            None => self.random.below(length).to_string(),
        }
    }

    pub(crate) fn condition(&mut self, depth: usize) -> String {
        match self.random.below(4) {
            0 => self.integer(depth).text,
            1 => format!("!{}", self.integer(depth).text),
            _ => self.comparison(depth).text,
        }
    }

    fn comparison(&mut self, depth: usize) -> Expression {
        let (left, right) = if self.random.chance(15) {
            (self.floating(depth), self.floating(depth))
        } else {
            (self.integer(depth), self.integer(depth))
        };
        let operator = *self.random.pick(&COMPARISONS);
        let text = format!("({} {operator} {})", left.text, right.text);
        expression(Scalar::Int, text)
    }

    /// Plain where nothing can overflow, else by way of unsigned arithmetic.
    fn sum_or_product(&mut self, depth: usize) -> Expression {
        let (left, right) = (self.integer(depth), self.integer(depth));
        let operator = *self.random.pick(&["+", "-", "*"]);
        let kind = left.kind.common(right.kind);
        let both_short = [left.kind, right.kind]
            .iter()
            .all(|kind| [Scalar::UnsignedShort, Scalar::Short].contains(kind));
        let narrow = left.kind.is_narrow() && right.kind.is_narrow();
        let (a, b) = (left.text, right.text);
        let wraps = kind.is_unsigned() && !left.kind.common_depends(right.kind);
        if wraps || (narrow && !(both_short && operator == "*")) {
            return expression(kind, format!("({a} {operator} {b})"));
        }
        let (name, unsigned) = (kind.name(), kind.unsigned().name());
        let text = format!("(({name})(({unsigned}){a} {operator} ({unsigned}){b}))");
        expression(kind, text)
    }

    /// Plain signed arithmetic on operands that are small by then.
    fn masked_product(&mut self, depth: usize) -> Expression {
        let (left, right) = (self.integer(depth), self.integer(depth));
        let operator = *self.random.pick(&["+", "-", "*"]);
        let (a, b) = (left.text, right.text);
        let text = match self.random.below(2) {
            0 => format!("(({a} & 0x3ff) {operator} ({b} & 0x7ff))"),
            _ => format!("(({a} % 1000) {operator} ({b} % 777))"),
        };
        combined(left.kind, right.kind, text)
    }

    fn quotient(&mut self, depth: usize) -> Expression {
        let left = self.integer(depth);
        let operator = *self.random.pick(&["/", "%"]);
        if self.random.chance(40) {
            let divisor = self.random.between(1, 300);
            let text = format!("({} {operator} {divisor})", left.text);
            return expression(left.kind.promoted(), text);
        }
        let right = self.integer(depth);
        let kind = left.kind.common(right.kind);
        let (a, b) = (left.text, right.text);
        if kind.is_unsigned() {
            let text = format!("({b} ? {a} {operator} {b} : {a})");
            return combined(left.kind, right.kind, text);
        }
        let (name, kind) = match (kind == Scalar::Int, operator) {
            (true, "/") => ("divide_int", Scalar::Int),
            (true, _) => ("remainder_int", Scalar::Int),
            (false, "/") => ("divide_long", Scalar::LongLong),
            (false, _) => ("remainder_long", Scalar::LongLong),
        };
        expression(kind, format!("{name}({a}, {b})"))
    }

    fn shift(&mut self, depth: usize) -> Expression {
        let (left, right) = (self.integer(depth), self.integer(depth));
        let amount = format!("({} & {})", right.text, left.kind.shiftable_bits() - 1);
        if self.random.chance(50) {
            let kind = left.kind.unsigned();
            let text = format!("((({}){}) << {amount})", kind.name(), left.text);
            expression(kind, text)
        } else {
            let text = format!("({} >> {amount})", left.text);
            expression(left.kind.promoted(), text)
        }
    }

    fn bitwise(&mut self, depth: usize) -> Expression {
        let (left, right) = (self.integer(depth), self.integer(depth));
        let operator = *self.random.pick(&["&", "|", "^"]);
        let text = format!("({} {operator} {})", left.text, right.text);
        combined(left.kind, right.kind, text)
    }

    fn sign_or_complement(&mut self, depth: usize) -> Expression {
        let inner = self.integer(depth);
        let kind = inner.kind.promoted();
        let may_negate = inner.kind.is_narrow() || kind.is_unsigned();
        let operator = match self.random.below(3) {
            0 if may_negate => "-",
            1 => "+",
            _ => "~",
        };
        expression(kind, format!("({operator}{})", inner.text))
    }

    fn bit_count(&mut self, depth: usize) -> Expression {
        let inner = self.integer(depth).text;
        let (kind, text) = match self.random.below(7) {
            0 => (Scalar::Int, format!("__builtin_popcount({inner})")),
            1 => (Scalar::Int, format!("__builtin_popcountll({inner})")),
            2 => (Scalar::Int, format!("__builtin_clz({inner} | 1)")),
            3 => (Scalar::Int, format!("__builtin_ctzll({inner} | 4096)")),
            4 => (Scalar::UnsignedInt, format!("((unsigned)__builtin_bswap32({inner}))")),
            5 => (
                Scalar::UnsignedLongLong,
                format!("((unsigned long long)__builtin_bswap64({inner}))"),
            ),
            _ => (Scalar::UnsignedShort, format!("((unsigned short)__builtin_bswap16({inner}))")),
        };
        expression(kind, text)
    }

    fn checked_arithmetic(&mut self, depth: usize) -> Expression {
        let (left, right) = (self.integer(depth).text, self.integer(depth).text);
        let (kind, name) = *self.random.pick(&[
            (Scalar::Int, "checked_add_int"),
            (Scalar::LongLong, "checked_subtract_long"),
            (Scalar::UnsignedInt, "checked_multiply_unsigned"),
            (Scalar::Short, "checked_multiply_short"),
        ]);
        expression(kind, format!("{name}({left}, {right})"))
    }

    fn compound_or_string(&mut self, depth: usize) -> Expression {
        if self.random.chance(50) {
            let words = ["weft", "warp and weft", "a", "shuttle\\n\\001", "heddle"];
            let lengths = [4, 13, 1, 9, 6];
            let choice = self.random.below(words.len());
            let index = self.index(lengths[choice] + 1);
            return expression(Scalar::Char, format!("\"{}\"[{index}]", words[choice]));
        }
        let kind = *self.random.pick(&INTEGERS);
        let length = self.random.between(1, 4);
        let values: Vec<String> = (0..length).map(|_| self.of_kind(kind, depth)).collect();
        let index = self.index(length);
        let text = format!("(({}[]){{{}}})[{index}]", kind.name(), values.join(", "));
        expression(kind, text)
    }

    /// Structs as values: made, hashed, a member taken, their layout.
    fn of_structures(&mut self, depth: usize) -> Expression {
        let number = self.random.below(self.structures.len());
        match self.random.below(5) {
            0 => {
                let text = format!("((int)sizeof(struct S{number}))");
                expression(Scalar::Int, text)
            }
            1 => {
                let addressable: Vec<String> = self.structures[number]
                    .fields
                    .iter()
                    .filter(|field| {
                        !matches!(field.shape, Shape::BitField { .. } | Shape::WideBitField { .. })
                    })
                    .map(|field| field.name.clone())
                    .collect();
                let text = match self.random.pick_any(&addressable) {
                    Some(field) => format!("((int)offsetof(struct S{number}, {field}))"),
                    None => format!("((int)_Alignof(struct S{number}))"),
                };
                expression(Scalar::Int, text)
            }
            2 => {
                let seed = self.integer(depth).text;
                let text = format!("hash_S{number}(make_S{number}({seed}))");
                expression(Scalar::UnsignedLongLong, text)
            }
            _ => match self.random.pick_any(&self.scope.records).cloned() {
                Some(record) => expression(
                    Scalar::UnsignedLongLong,
                    format!("hash_S{}({})", record.structure, record.text),
                ),
                None => self.integer_leaf(),
            },
        }
    }

    /// Pointers compared and subtracted, functions called through pointers.
    fn by_pointer(&mut self, depth: usize) -> Expression {
        if self.random.chance(40) {
            let index = self.index(self.handlers);
            let (left, right) = (self.integer(depth).text, self.integer(depth).text);
            let text = match self.random.below(2) {
                0 => format!("handlers[{index}]({left}, {right})"),
                _ => format!("(*handlers[{index}])({left}, {right})"),
            };
            return expression(Scalar::Int, text);
        }
        let Some(pointer) = self.random.pick_any(&self.scope.pointers).cloned() else {
            return self.integer_leaf();
        };
        let (name, array) = (&pointer.text, &pointer.array.text);
        let position = self.random.below(pointer.array.length + 1);
        let comparison = *self.random.pick(&COMPARISONS);
        let text = match self.random.below(3) {
            0 => format!("((int)({name} - {array}))"),
            1 => format!("((int)(({array} + {position}) - {name}))"),
            _ => format!("({name} {comparison} {array} + {position})"),
        };
        expression(Scalar::Int, text)
    }

    fn small_construct(&mut self, depth: usize) -> Expression {
        match self.random.below(5) {
            0 => {
                let name = self.random.pick(&self.enumerators).clone();
                expression(Scalar::Int, name)
            }
            1 => {
                let kind = *self.random.pick(&INTEGERS);
                let value = self.of_kind(kind, depth);
                let name = kind.name();
                expression(kind, format!("({{ {name} kept = {value}; kept; }})"))
            }
            2 => {
                let inner = self.condition(depth);
                expression(Scalar::Long, format!("__builtin_expect(!!({inner}), 1)"))
            }
            3 => {
                let (unused, inner) = (self.integer(depth).text, self.integer(depth));
                expression(inner.kind, format!("((void){unused}, {})", inner.text))
            }
            _ => {
                let kind = *self.random.pick(&INTEGERS);
                expression(Scalar::Int, format!("((int)sizeof({}))", kind.name()))
            }
        }
    }

    /// A floating-point number of either type.
    pub(crate) fn floating(&mut self, depth: usize) -> Expression {
        let kind = *self.random.pick(&FLOATS);
        if depth == 0 {
            return if self.random.chance(40) {
                expression(kind, kind.literal(&mut self.random))
            } else {
                let place = self.readable(true);
                expression(place.kind, place.text)
            };
        }
        let depth = depth - 1;
        match self.random.below(8) {
            0..=2 => {
                let (left, right) = (self.floating(depth), self.floating(depth));
                let operator = *self.random.pick(&["+", "-", "*", "/"]);
                let kind = left.kind.common(right.kind);
                expression(kind, format!("({} {operator} {})", left.text, right.text))
            }
            3 => {
                let (left, right) = (self.floating(depth), self.integer(depth));
                let text = format!("({} + {})", left.text, right.text);
                expression(left.kind, text)
            }
            4 => expression(kind, format!("(({}){})", kind.name(), self.integer(depth).text)),
            5 => expression(kind, format!("(({}){})", kind.name(), self.floating(depth).text)),
            6 => {
                let inner = self.floating(depth);
                let text = format!("(-{})", inner.text);
                expression(inner.kind, text)
            }
            _ => {
                let condition = self.condition(depth);
                let (then, otherwise) = (self.floating(depth), self.floating(depth));
                let kind = then.kind.common(otherwise.kind);
                let text = format!("({condition} ? {} : {})", then.text, otherwise.text);
                expression(kind, text)
            }
        }
    }

    /// An expression converted to exactly this type.
    pub(crate) fn of_kind(&mut self, kind: Scalar, depth: usize) -> String {
        let name = kind.name();
        if kind.is_float() {
            format!("(({name}){})", self.floating(depth).text)
        } else {
            format!("(({name}){})", self.integer(depth).text)
        }
    }
}
