//! Structs, unions and enumerations, with functions that make, change and hash
//! their values.

use crate::program::Generator;
use crate::scalars::{FLOATS, INTEGERS, Scalar};
use crate::scope::{Place, Use};

#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Scalar(Scalar),
    /// Narrower than 32 bits: in expressions it is an `int`.
    BitField {
        base: Scalar,
        bits: u8,
    },
    /// Wider than 32 bits: compilers disagree about its type in expressions, so
    /// that it is read only by way of a conversion.
    WideBitField {
        base: Scalar,
        bits: u8,
    },
    Array(Scalar, usize),
    Nested(usize),
    /// A union of an integer, a float and parts, of 64 or 32 bits.
    Punned {
        wide: bool,
    },
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
    /// Nobody may take the address of a member.
    pub(crate) packed: bool,
}

impl Generator {
    /// Defines the program's structs, later ones made of earlier ones.
    pub(crate) fn structures(&mut self) {
        for number in 0..self.amount([(2, 5), (1, 2), (1, 1)]) {
            let fields =
                if self.random.chance(45) { self.passed_fields() } else { self.fields(number) };
            let structure = Structure { fields, packed: self.random.chance(15) };
            self.define_structure(number, &structure);
            self.structures.push(structure);
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
                    2..=4 => self.bit_field(position),
                    9 if self.random.chance(30) => Shape::Punned { wide: self.random.chance(50) },
                    5 => Shape::Scalar(*self.random.pick(&FLOATS)),
                    _ => Shape::Scalar(*self.random.pick(&INTEGERS)),
                };
                Field { name: format!("f{position}"), shape }
            })
            .collect()
    }

    fn bit_field(&mut self, position: usize) -> Shape {
        // The first field is one that can be named in expressions.
        let choice = self.random.below(if position == 0 { 8 } else { 10 });
        let (base, most) = match choice {
            0 => (Scalar::Bool, 1),
            1 => (Scalar::SignedChar, 8),
            2 => (Scalar::UnsignedShort, 16),
            3..=5 => (Scalar::Int, 31),
            6 | 7 => (Scalar::UnsignedInt, 31),
            _ => {
                let base = *self.random.pick(&[Scalar::LongLong, Scalar::UnsignedLongLong]);
                return Shape::WideBitField { base, bits: self.random.between(33, 63) as u8 };
            }
        };
        Shape::BitField { base, bits: self.random.between(1, most) as u8 }
    }

    fn define_structure(&mut self, number: usize, structure: &Structure) {
        self.line(&format!("struct S{number} {{"));
        for field in &structure.fields {
            let name = &field.name;
            let member = match &field.shape {
                Shape::Scalar(kind) if !structure.packed && self.random.chance(5) => {
                    format!("    _Alignas(16) {} {name};", kind.name())
                }
                Shape::Scalar(kind) => format!("    {} {name};", kind.name()),
                Shape::BitField { base, bits } | Shape::WideBitField { base, bits } => {
                    // Plain `int` is signed in bit-fields, too, but need not be.
                    let kind = if *base == Scalar::Int { "signed" } else { base.name() };
                    format!("    {kind} {name} : {bits};")
                }
                Shape::Array(kind, length) => format!("    {} {name}[{length}];", kind.name()),
                Shape::Nested(inner) => format!("    struct S{inner} {name};"),
                Shape::Punned { wide } => format!("    {} {name};", punned_type(*wide)),
            };
            self.line(&member);
            if self.random.chance(10) {
                let filler = *self.random.pick(&["unsigned : 0;", "int : 3;", "char : 7;"]);
                self.line(&format!("    {filler}"));
            }
        }
        let attribute = if structure.packed { " __attribute__((packed))" } else { "" };
        self.line(&format!("}}{attribute};"));
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
                Shape::BitField { base, bits } | Shape::WideBitField { base, bits } => {
                    let value = bit_field_value(!base.is_unsigned(), bits, "(seed >> 1)");
                    self.line(&format!("{target} = {value};"));
                }
                Shape::Array(kind, length) => {
                    for index in 0..length {
                        let value = seed_as(kind, &format!("(seed >> {})", 8 + 4 * index));
                        self.line(&format!("{target}[{index}] = {value};"));
                    }
                }
                Shape::Nested(inner) => self.line(&format!("{target} = make_S{inner}(seed);")),
                Shape::Punned { wide: true } => self.line(&format!("{target}.whole = seed;")),
                Shape::Punned { wide: false } => {
                    self.line(&format!("{target}.whole = (unsigned)(seed >> 20);"));
                }
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
                Shape::WideBitField { base, .. } => {
                    let bits = as_output(base, &source);
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
                Shape::Punned { wide } => {
                    let bits = if wide { "double_bits" } else { "float_bits" };
                    self.line(&format!(
                        "hash = hash * 31 + ({source}.whole ^ {bits}({source}.number));"
                    ));
                    self.line(&format!("hash += (unsigned char){source}.bytes[1];"));
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
        let mut whole = Use::Full;
        loop {
            if self.structures[structure].packed {
                whole = Use::Atomic;
            }
            let fields = &self.structures[structure].fields;
            let field = self.random.pick(fields).clone();
            let (kind, usage) = match field.shape {
                Shape::Scalar(kind) => (kind, whole),
                Shape::BitField { base: Scalar::Bool, .. } => (Scalar::Bool, Use::BitField(1)),
                Shape::BitField { bits, .. } => (Scalar::Int, Use::BitField(bits)),
                // The first field is not of this shape, so that one will be found.
                Shape::WideBitField { .. } => continue,
                Shape::Array(kind, length) => {
                    let index = self.random.below(length);
                    let text = format!("{text}.{}[{index}]", field.name);
                    return Place { text, kind, usage: whole };
                }
                Shape::Punned { wide } => {
                    let kind = if wide { Scalar::UnsignedLongLong } else { Scalar::UnsignedInt };
                    let text = format!("{text}.{}.whole", field.name);
                    return Place { text, kind, usage: whole };
                }
                Shape::Nested(inner) => {
                    text = format!("{text}.{}", field.name);
                    structure = inner;
                    continue;
                }
            };
            return Place { text: format!("{text}.{}", field.name), kind, usage };
        }
    }

    /// A constant initialiser, perhaps of the first members only, in their order
    /// or by their names.
    pub(crate) fn initialiser(&mut self, structure: usize) -> String {
        let fields = self.structures[structure].fields.clone();
        let by_name = self.random.chance(50);
        let given = self.random.between(1, fields.len());
        let mut parts = Vec::new();
        for field in &fields[..given] {
            let value = match field.shape {
                Shape::Scalar(kind) => kind.literal(&mut self.random),
                Shape::BitField { base, bits } | Shape::WideBitField { base, bits } => {
                    let seed = format!("{:#x}ULL", self.random.next());
                    bit_field_value(!base.is_unsigned(), bits, &seed)
                }
                Shape::Array(kind, length) => {
                    let given = self.random.between(1, length);
                    let values: Vec<String> =
                        (0..given).map(|_| kind.literal(&mut self.random)).collect();
                    format!("{{ {} }}", values.join(", "))
                }
                Shape::Nested(inner) => self.initialiser(inner),
                Shape::Punned { wide: true } => {
                    format!("{{ .number = {} }}", Scalar::Double.literal(&mut self.random))
                }
                Shape::Punned { wide: false } => {
                    format!("{{ {} }}", Scalar::UnsignedInt.literal(&mut self.random))
                }
            };
            if !by_name {
                parts.push(value);
            } else if self.random.chance(70) {
                parts.push(format!(".{} = {value}", field.name));
            }
        }
        if parts.is_empty() { "{ 0 }".to_owned() } else { format!("{{ {} }}", parts.join(", ")) }
    }

    /// The one union: every member covers it, so every order of writing and
    /// reading is defined.
    pub(crate) fn union_type(&mut self) {
        self.line("union Pun {");
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
        self.line("static union Pun turn(union Pun value)");
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

/// Every member covers the union, so that any may be read.
fn punned_type(wide: bool) -> &'static str {
    if wide {
        "union { unsigned long long whole; double number; signed char bytes[8]; \
         struct { int low; float high; } parts; }"
    } else {
        "union { unsigned whole; float number; unsigned char bytes[4]; \
         struct { int low : 11; unsigned high : 21; } parts; }"
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
        format!("(long long)({seed} & {mask:#x}) - {half}LL")
    } else {
        format!("(unsigned long long)({seed} & {mask:#x})")
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
