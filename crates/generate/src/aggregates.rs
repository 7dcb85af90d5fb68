//! Structs, unions and enumerations, with functions that make, change and hash
//! their values.

use crate::program::Generator;
use crate::scalars::{FLOATS, INTEGERS, Scalar};
use crate::scope::{Place, Use};

#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Scalar(Scalar),
    /// Of type `int` (signed) or `unsigned`, narrower than 32 bits: in
    /// expressions it is an `int`.
    BitField {
        signed: bool,
        bits: u8,
    },
    Array(Scalar, usize),
    Nested(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) shape: Shape,
}

/// `struct S<number>`.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    pub(crate) fields: Vec<Field>,
}

impl Generator {
    /// Defines the program's structs, later ones made of earlier ones.
    pub(crate) fn structures(&mut self) {
        for number in 0..self.random.between(2, 5) {
            let fields = self.fields(number);
            self.define_structure(number, &fields);
            self.structures.push(Structure { fields });
            self.make_function(number);
            self.hash_function(number);
            self.change_function(number);
        }
    }

    fn fields(&mut self, number: usize) -> Vec<Field> {
        let count = self.random.between(1, 6);
        (0..count)
            .map(|position| {
                let shape = match self.random.below(10) {
                    0 if number > 0 => Shape::Nested(self.random.below(number)),
                    0 | 1 => Shape::Array(*self.random.pick(&INTEGERS), self.random.between(1, 5)),
                    2..=4 => Shape::BitField {
                        signed: self.random.chance(50),
                        bits: self.random.between(1, 31) as u8,
                    },
                    5 => Shape::Scalar(*self.random.pick(&FLOATS)),
                    _ => Shape::Scalar(*self.random.pick(&INTEGERS)),
                };
                Field { name: format!("f{position}"), shape }
            })
            .collect()
    }

    fn define_structure(&mut self, number: usize, fields: &[Field]) {
        self.line(&format!("struct S{number} {{"));
        for field in fields {
            let name = &field.name;
            let member = match &field.shape {
                Shape::Scalar(kind) => format!("    {} {name};", kind.name()),
                Shape::BitField { signed, bits } => {
                    let kind = if *signed { "signed" } else { "unsigned" };
                    format!("    {kind} {name} : {bits};")
                }
                Shape::Array(kind, length) => format!("    {} {name}[{length}];", kind.name()),
                Shape::Nested(inner) => format!("    struct S{inner} {name};"),
            };
            self.line(&member);
            if self.random.chance(10) {
                self.line("    unsigned : 0;");
            }
        }
        self.line("};");
        self.line("");
    }

    /// `make_S0(seed)` returns a struct by value.
    fn make_function(&mut self, number: usize) {
        self.line(&format!("static struct S{number} make_S{number}(unsigned long long seed)"));
        self.open();
        self.line(&format!("struct S{number} made;"));
        for field in self.structures[number].fields.clone() {
            let target = format!("made.{}", field.name);
            let factor = self.random.next() | 1;
            self.line(&format!("seed = seed * {factor:#x}ULL + 1;"));
            match field.shape {
                Shape::Scalar(kind) => {
                    let value = seed_as(kind, "(seed >> 24)");
                    self.line(&format!("{target} = {value};"));
                }
                Shape::BitField { signed, bits } => {
                    let value = bit_field_value(signed, bits, "(seed >> 24)");
                    self.line(&format!("{target} = {value};"));
                }
                Shape::Array(kind, length) => {
                    for index in 0..length {
                        let value = seed_as(kind, &format!("(seed >> {})", 8 + 4 * index));
                        self.line(&format!("{target}[{index}] = {value};"));
                    }
                }
                Shape::Nested(inner) => self.line(&format!("{target} = make_S{inner}(seed);")),
            }
        }
        self.line("return made;");
        self.close();
        self.line("");
    }

    /// `hash_S0(value)` takes a struct by value, or by a pointer inside.
    fn hash_function(&mut self, number: usize) {
        self.line(&format!("static unsigned long long hash_S{number}(struct S{number} value)"));
        self.open();
        let access = if self.random.chance(50) {
            self.line(&format!("const struct S{number} *const at = &value;"));
            "at->"
        } else {
            "value."
        };
        self.line("unsigned long long hash = 7;");
        for field in self.structures[number].fields.clone() {
            let source = format!("{access}{}", field.name);
            match field.shape {
                Shape::Scalar(kind) => {
                    let bits = as_output(kind, &source);
                    self.line(&format!("hash = hash * 31 + {bits};"));
                }
                Shape::BitField { .. } => {
                    let bits = as_output(Scalar::Int, &source);
                    self.line(&format!("hash = hash * 31 + {bits};"));
                }
                Shape::Array(kind, length) => {
                    let bits = as_output(kind, &format!("{source}[i]"));
                    self.line(&format!("for (unsigned i = 0; i < {length}; i++)"));
                    self.line(&format!("    hash = hash * 31 + {bits};"));
                }
                Shape::Nested(inner) => {
                    self.line(&format!("hash = hash * 31 + hash_S{inner}({source});"));
                }
            }
        }
        self.line("return hash;");
        self.close();
        self.line("");
    }

    /// `change_S0(pointer, seed)` writes some members.
    fn change_function(&mut self, number: usize) {
        self.line(&format!(
            "static void change_S{number}(struct S{number} *at, unsigned long long seed)"
        ));
        self.open();
        for _ in 0..self.random.between(1, 3) {
            let place = self.member(number, "(*at)");
            let value = match place.usage {
                Use::BitField(bits) => bit_field_value(false, bits.min(30), "seed"),
                Use::Full | Use::Read | Use::Atomic => seed_as(place.kind, "seed"),
            };
            self.line(&format!("{} = {value};", place.text));
            self.line("seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;");
        }
        self.close();
        self.line("");
    }

    /// Some member of arithmetic type of a struct object.
    pub(crate) fn member(&mut self, structure: usize, object: &str) -> Place {
        let mut structure = structure;
        let mut text = object.to_owned();
        loop {
            let fields = &self.structures[structure].fields;
            let field = self.random.pick(fields).clone();
            text = format!("{text}.{}", field.name);
            let (kind, usage) = match field.shape {
                Shape::Scalar(kind) => (kind, Use::Full),
                Shape::BitField { bits, .. } => (Scalar::Int, Use::BitField(bits)),
                Shape::Array(kind, length) => {
                    text = format!("{text}[{}]", self.random.below(length));
                    (kind, Use::Full)
                }
                Shape::Nested(inner) => {
                    structure = inner;
                    continue;
                }
            };
            return Place { text, kind, usage };
        }
    }

    /// The one union: every member covers it, so every order of writing and
    /// reading is defined.
    pub(crate) fn union_type(&mut self) {
        self.line("union U {");
        self.line("    unsigned long long whole;");
        let members = [
            "unsigned words[2];",
            "unsigned short halves[4];",
            "signed char bytes[8];",
            "double number;",
            "struct { short low; unsigned short middle; int high; } parts;",
            "struct { unsigned a : 7; unsigned b : 20; unsigned c : 5; int d; } fields;",
        ];
        for member in members {
            self.line(&format!("    {member}"));
        }
        self.line("};");
        self.line("");
        let factor = self.random.next();
        self.line("static union U turn(union U value)");
        self.open();
        self.line(&format!("value.whole ^= {factor:#x}ULL;"));
        self.line("value.whole = value.whole << 13 | value.whole >> 51;");
        self.line("return value;");
        self.close();
        self.line("");
    }

    pub(crate) fn enumeration(&mut self) {
        let mut value = self.random.below(20) as i64 - 10;
        let mut constants = Vec::new();
        for number in 0..self.random.between(3, 6) {
            let name = format!("COLOUR{number}");
            if self.random.chance(40) {
                value += self.random.between(2, 200) as i64;
                constants.push(format!("{name} = {value}"));
            } else {
                constants.push(name.clone());
                value += i64::from(number > 0);
            }
            self.enumerators.push(name);
        }
        self.line(&format!("enum Colour {{ {} }};", constants.join(", ")));
        self.line("");
    }
}

/// A value of the type from an `unsigned long long`.
fn seed_as(kind: Scalar, seed: &str) -> String {
    if kind.is_float() {
        format!("({})((int)({seed} & 0xffff) - 20000) / 8", kind.name())
    } else {
        format!("({}){seed}", kind.name())
    }
}

/// A value that fits a bit-field.
fn bit_field_value(signed: bool, bits: u8, seed: &str) -> String {
    let mask = (1u64 << bits) - 1;
    if signed {
        let half = 1u64 << (bits - 1);
        format!("(int)({seed} & {mask:#x}) - {half}")
    } else {
        format!("(unsigned)({seed} & {mask:#x})")
    }
}

/// A value as the `unsigned long long` that is shown: integers by conversion,
/// floats by their bits.
pub(crate) fn as_output(kind: Scalar, text: &str) -> String {
    match kind {
        Scalar::Float => format!("float_bits({text})"),
        Scalar::Double => format!("double_bits({text})"),
        Scalar::Bool
        | Scalar::Char
        | Scalar::SignedChar
        | Scalar::UnsignedChar
        | Scalar::Short
        | Scalar::UnsignedShort
        | Scalar::Int
        | Scalar::UnsignedInt
        | Scalar::Long
        | Scalar::UnsignedLong
        | Scalar::LongLong
        | Scalar::UnsignedLongLong => format!("(unsigned long long){text}"),
    }
}
