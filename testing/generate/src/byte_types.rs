//! Types whose bytes can be looked at in several ways: structures with padding, packed and
//! aligned ones, unions, bit-fields, arrays, nested in each other; and their initialisers.
//!
//! A *leaf* is a member of arithmetic type, however deep. What a program may read of an
//! object is told by its leaves: those that were given a value, by a store or by an
//! initialiser, and that no store to another member of the same union took it from again.

use crate::random::Random;
use crate::scalars::Scalar;

/// `_Bool` is not among them: not all its bytes are values.
const KINDS: [Scalar; 11] = [
    Scalar::Char,
    Scalar::UnsignedChar,
    Scalar::SignedChar,
    Scalar::Short,
    Scalar::UnsignedShort,
    Scalar::Int,
    Scalar::UnsignedInt,
    Scalar::Long,
    Scalar::LongLong,
    Scalar::Float,
    Scalar::Double,
];

#[derive(Clone, Debug)]
enum Shape {
    Scalar(Scalar),
    BitField(Scalar, u8),
    Array(Scalar, usize),
    /// An earlier type.
    Nested(usize),
    NestedArray(usize, usize),
}

#[derive(Clone, Debug)]
struct Member {
    name: String,
    shape: Shape,
}

/// `struct B<number>` or `union B<number>`.
#[derive(Clone, Debug)]
pub(crate) struct ByteType {
    pub(crate) name: String,
    is_union: bool,
    members: Vec<Member>,
    attribute: String,
    pub(crate) leaves: Vec<Leaf>,
}

#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// Behind the object's name, with the dot.
    pub(crate) path: String,
    pub(crate) kind: Scalar,
    /// Of a bit-field.
    pub(crate) bits: Option<u8>,
    /// The unions that it is in: where each is, and through which of its members.
    unions: Vec<(String, usize)>,
}

impl Leaf {
    /// Whether a store here takes the other's value.
    pub(crate) fn displaces(&self, other: &Leaf) -> bool {
        self.unions.iter().any(|(place, member)| {
            other.unions.iter().any(|(there, through)| there == place && through != member)
        })
    }

    /// An expression of its bits.
    pub(crate) fn shown(&self, object: &str) -> String {
        let path = &self.path;
        if matches!(self.kind, Scalar::Float) {
            format!("bits_of_four(&{object}{path})")
        } else if matches!(self.kind, Scalar::Double) {
            format!("bits_of_eight(&{object}{path})")
        } else {
            format!("(unsigned long long){object}{path}")
        }
    }

    /// A value for it, from random bits.
    pub(crate) fn value(&self, random: &mut Random) -> String {
        let bits = random.next();
        match (self.kind, self.bits) {
            (Scalar::Float | Scalar::Double, _) => format!("{}.5", bits % 1000),
            (_, Some(width)) => format!("{}", bits & ((1 << (width - 1)) - 1)),
            (kind, None) => format!("({}){bits:#x}ULL", kind.name()),
        }
    }
}

impl ByteType {
    /// A new type of this number, perhaps made of earlier ones.
    pub(crate) fn random(random: &mut Random, earlier: &[ByteType]) -> ByteType {
        let number = earlier.len();
        let is_union = random.chance(45);
        let name = format!("{} B{number}", if is_union { "union" } else { "struct" });
        let count = random.between(if is_union { 2 } else { 1 }, 4);
        let members = (0..count)
            .map(|position| {
                let shape = random_shape(random, number, is_union);
                Member { name: format!("m{position}"), shape }
            })
            .collect();
        let attribute = match random.below(10) {
            0 | 1 => " __attribute__((packed))".to_owned(),
            2 => format!(" __attribute__((aligned({})))", random.pick(&[4, 8, 16])),
            3 => " __attribute__((packed, aligned(4)))".to_owned(),
            _ => String::new(),
        };
        let mut made = ByteType { name, is_union, members, attribute, leaves: Vec::new() };
        made.leaves = made.find_leaves(earlier);
        made
    }

    pub(crate) fn definition(&self, earlier: &[ByteType]) -> String {
        let mut text = format!("{} {{\n", self.name);
        for member in &self.members {
            let name = &member.name;
            let line = match &member.shape {
                Shape::Scalar(kind) => format!("{} {name}", kind.name()),
                Shape::BitField(kind, bits) => format!("{} {name} : {bits}", kind.name()),
                Shape::Array(kind, length) => format!("{} {name}[{length}]", kind.name()),
                Shape::Nested(inner) => format!("{} {name}", earlier[*inner].name),
                Shape::NestedArray(inner, length) => {
                    format!("{} {name}[{length}]", earlier[*inner].name)
                }
            };
            text.push_str(&format!("    {line};\n"));
        }
        text.push_str(&format!("}}{};\n", self.attribute));
        text
    }

    fn find_leaves(&self, earlier: &[ByteType]) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        for (position, member) in self.members.iter().enumerate() {
            let unions = if self.is_union { vec![(String::new(), position)] } else { Vec::new() };
            let at = format!(".{}", member.name);
            let mut add = |path: String, kind: Scalar, bits: Option<u8>| {
                leaves.push(Leaf { path, kind, bits, unions: unions.clone() });
            };
            match &member.shape {
                Shape::Scalar(kind) => add(at, *kind, None),
                Shape::BitField(kind, bits) => add(at, *kind, Some(*bits)),
                Shape::Array(kind, length) => {
                    (0..*length).for_each(|index| add(format!("{at}[{index}]"), *kind, None));
                }
                Shape::Nested(inner) => {
                    leaves.extend(earlier[*inner].leaves_at(&at, &unions));
                }
                Shape::NestedArray(inner, length) => {
                    for index in 0..*length {
                        let at = format!("{at}[{index}]");
                        leaves.extend(earlier[*inner].leaves_at(&at, &unions));
                    }
                }
            }
        }
        leaves
    }

    /// The leaves where the type is itself a member.
    fn leaves_at(&self, at: &str, outside: &[(String, usize)]) -> Vec<Leaf> {
        let moved = |leaf: &Leaf| {
            let inside =
                leaf.unions.iter().map(|(place, member)| (format!("{at}{place}"), *member));
            let unions = outside.iter().cloned().chain(inside).collect();
            Leaf { path: format!("{at}{}", leaf.path), unions, ..leaf.clone() }
        };
        self.leaves.iter().map(moved).collect()
    }

    /// An initialiser, and the paths under which everything has a value then: what it
    /// gives one to, and what a structure's rest is.
    pub(crate) fn initialiser(
        &self,
        random: &mut Random,
        earlier: &[ByteType],
    ) -> (String, Vec<String>) {
        if random.chance(20) {
            return ("{ 0 }".to_owned(), self.first_members(earlier, ""));
        }
        let mut parts = Vec::new();
        let mut known = Vec::new();
        let chosen: Vec<usize> = if self.is_union {
            vec![if random.chance(70) { random.below(self.members.len()) } else { 0 }]
        } else {
            (0..self.members.len()).filter(|_| random.chance(70)).collect()
        };
        for (position, member) in self.members.iter().enumerate() {
            let at = format!(".{}", member.name);
            if chosen.contains(&position) {
                let (value, paths) = member.initialiser(random, earlier);
                parts.push(format!("{at} = {value}"));
                known.extend(paths.into_iter().map(|path| format!("{at}{path}")));
            } else if !self.is_union {
                known.extend(member.first(earlier, &at));
            }
        }
        if parts.is_empty() {
            return ("{ 0 }".to_owned(), self.first_members(earlier, ""));
        }
        (format!("{{ {} }}", parts.join(", ")), known)
    }

    /// What has a value where nothing is said: all members, of unions the first.
    fn first_members(&self, earlier: &[ByteType], at: &str) -> Vec<String> {
        let count = if self.is_union { 1 } else { self.members.len() };
        let firsts = self.members[..count].iter();
        firsts.flat_map(|member| member.first(earlier, &format!("{at}.{}", member.name))).collect()
    }
}

impl Member {
    /// The paths that have a value where the member is initialised without a word.
    fn first(&self, earlier: &[ByteType], at: &str) -> Vec<String> {
        match &self.shape {
            Shape::Scalar(_) | Shape::BitField(..) => vec![at.to_owned()],
            Shape::Array(_, length) => (0..*length).map(|index| format!("{at}[{index}]")).collect(),
            Shape::Nested(inner) => earlier[*inner].first_members(earlier, at),
            Shape::NestedArray(inner, length) => (0..*length)
                .flat_map(|index| earlier[*inner].first_members(earlier, &format!("{at}[{index}]")))
                .collect(),
        }
    }

    fn initialiser(&self, random: &mut Random, earlier: &[ByteType]) -> (String, Vec<String>) {
        let scalar = |kind: Scalar, bits: Option<u8>, random: &mut Random| {
            let leaf = Leaf { path: String::new(), kind, bits, unions: Vec::new() };
            leaf.value(random)
        };
        match &self.shape {
            Shape::Scalar(kind) => (scalar(*kind, None, random), vec![String::new()]),
            Shape::BitField(kind, bits) => {
                (scalar(*kind, Some(*bits), random), vec![String::new()])
            }
            Shape::Array(kind, length) => {
                let given = random.between(1, *length);
                let values: Vec<String> = (0..given).map(|_| scalar(*kind, None, random)).collect();
                let paths = (0..*length).map(|index| format!("[{index}]")).collect();
                (format!("{{ {} }}", values.join(", ")), paths)
            }
            Shape::Nested(inner) => earlier[*inner].initialiser(random, earlier),
            Shape::NestedArray(inner, length) => {
                let given = random.below(*length);
                let (value, paths) = earlier[*inner].initialiser(random, earlier);
                let mut known = Vec::new();
                for index in 0..*length {
                    let at = format!("[{index}]");
                    if index == given {
                        known.extend(paths.iter().map(|path| format!("{at}{path}")));
                    } else {
                        known.extend(earlier[*inner].first_members(earlier, &at));
                    }
                }
                (format!("{{ [{given}] = {value} }}"), known)
            }
        }
    }
}

fn random_shape(random: &mut Random, number: usize, in_union: bool) -> Shape {
    match random.below(12) {
        0 => Shape::Array(*random.pick(&KINDS), random.between(1, 4)),
        1 if in_union => Shape::Array(Scalar::UnsignedChar, random.between(1, 19)),
        2..=4 if number > 0 => Shape::Nested(random.below(number)),
        5 if number > 0 => Shape::NestedArray(random.below(number), random.between(1, 3)),
        6 | 7 => {
            let (kind, most) = *random.pick(&[
                (Scalar::UnsignedChar, 8),
                (Scalar::UnsignedShort, 16),
                (Scalar::UnsignedInt, 31),
                (Scalar::UnsignedLongLong, 31),
            ]);
            Shape::BitField(kind, random.between(2, most) as u8)
        }
        _ => Shape::Scalar(*random.pick(&KINDS)),
    }
}
