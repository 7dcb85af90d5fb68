//! How values go to functions and come back: by the rules of the platform a struct
//! is cut into registers, copied to the stack, or passed by its address, depending
//! on its size, what it is made of, and what was passed before it.

use crate::aggregates::{Field, Shape, as_output};
use crate::program::Generator;
use crate::scalars::{FLOATS, INTEGERS, Scalar};

/// What may be an argument after the dots: nothing narrower than `int`.
const VARIADIC: [Scalar; 7] = [
    Scalar::Int,
    Scalar::UnsignedInt,
    Scalar::Long,
    Scalar::UnsignedLong,
    Scalar::LongLong,
    Scalar::UnsignedLongLong,
    Scalar::Double,
];

/// A value that is passed.
enum Passed {
    Scalar(Scalar),
    Structure(usize),
}

impl Generator {
    pub(crate) fn passing_construct(&mut self) {
        match self.random.below(3) {
            0 => self.pass_variadic(),
            _ => self.pass_and_return(),
        }
    }

    /// A few small members, most of them of one kind: what goes into registers.
    pub(crate) fn passed_fields(&mut self) -> Vec<Field> {
        let favourite = *self.random.pick(&FLOATS);
        let floats = *self.random.pick(&[0, 50, 100]);
        (0..self.random.between(1, 4))
            .map(|position| {
                let shape = match self.random.below(8) {
                    0 => Shape::Punned { wide: self.random.chance(50) },
                    1 => Shape::Array(favourite, self.random.between(1, 4)),
                    2 => Shape::Array(Scalar::UnsignedChar, self.random.between(1, 7)),
                    _ if self.random.chance(floats) => Shape::Scalar(favourite),
                    _ => Shape::Scalar(*self.random.pick(&INTEGERS)),
                };
                Field { name: format!("f{position}"), shape }
            })
            .collect()
    }

    fn passed(&mut self, scalars: &[Scalar]) -> Passed {
        if self.random.chance(45) {
            Passed::Structure(self.random.below(self.structures.len()))
        } else {
            Passed::Scalar(*self.random.pick(scalars))
        }
    }

    fn passed_value(&mut self, passed: &Passed) -> String {
        match passed {
            Passed::Scalar(kind) => self.of_kind(*kind, 1),
            Passed::Structure(number) => self.record_value(*number),
        }
    }

    /// Struct and scalar parameters in any order, and a struct as the result; called
    /// directly, or through a pointer.
    fn pass_and_return(&mut self) {
        let kinds = [&INTEGERS[..], &FLOATS[..], &FLOATS[..]].concat();
        let name = self.fresh("pass");
        let result = self.random.below(self.structures.len());
        let most = if self.random.chance(25) { 14 } else { 5 };
        let parameters: Vec<Passed> =
            (0..self.random.between(1, most)).map(|_| self.passed(&kinds)).collect();
        let types: Vec<String> = parameters.iter().map(Passed::name).collect();
        let declared: Vec<String> =
            types.iter().enumerate().map(|(at, kind)| format!("{kind} p{at}")).collect();
        let mut weighted = String::from("1");
        for (at, parameter) in parameters.iter().enumerate() {
            weighted.push_str(&format!(
                " + {}ULL * {}",
                at + 2,
                parameter.shown(&format!("p{at}"))
            ));
        }
        self.late_functions.push(format!(
            "struct S{result} {name}({})\n{{\n    unsigned long long hash = {weighted};\n    \
             out(hash);\n    return make_S{result}(hash);\n}}\n",
            declared.join(", ")
        ));
        let arguments: Vec<String> =
            parameters.iter().map(|parameter| self.passed_value(parameter)).collect();
        let (types, arguments) = (types.join(", "), arguments.join(", "));
        let pointer = self.fresh("pointer");
        self.open();
        self.line(&format!("struct S{result} {name}({types});"));
        if self.random.chance(30) {
            self.line(&format!("struct S{result} (*volatile {pointer})({types}) = {name};"));
            self.line(&format!("out(hash_S{result}({pointer}({arguments})));"));
        } else {
            self.line(&format!("struct S{result} {pointer} = {name}({arguments});"));
            self.line(&format!("out(hash_S{result}({pointer}));"));
        }
        self.close();
    }

    /// All kinds of values behind the dots, read twice.
    fn pass_variadic(&mut self) {
        let name = self.fresh("pass");
        let most = if self.random.chance(25) { 14 } else { 5 };
        let passed: Vec<Passed> =
            (0..self.random.between(1, most)).map(|_| self.passed(&VARIADIC)).collect();
        let again = self.random.below(passed.len());
        let mut body = String::from("    va_list all, rest;\n    va_start(all, first);\n");
        for (at, value) in passed.iter().enumerate() {
            if at == again {
                body.push_str("    va_copy(rest, all);\n");
            }
            let kind = value.name();
            body.push_str(&format!("    {kind} p{at} = va_arg(all, {kind});\n"));
            body.push_str(&format!("    out({} + first);\n", value.shown(&format!("p{at}"))));
        }
        body.push_str("    va_end(all);\n");
        for value in &passed[again..] {
            let read = value.shown(&format!("va_arg(rest, {})", value.name()));
            body.push_str(&format!("    out({read});\n"));
        }
        body.push_str("    va_end(rest);\n");
        self.late_functions.push(format!("void {name}(char first, ...)\n{{\n{body}}}\n"));
        let arguments: Vec<String> = passed.iter().map(|value| self.passed_value(value)).collect();
        let first = self.random.below(100);
        self.open();
        self.line(&format!("void {name}(char, ...);"));
        self.line(&format!("{name}({first}, {});", arguments.join(", ")));
        self.close();
    }
}

impl Passed {
    fn name(&self) -> String {
        match self {
            Passed::Scalar(kind) => kind.name().to_owned(),
            Passed::Structure(number) => format!("struct S{number}"),
        }
    }

    fn shown(&self, text: &str) -> String {
        match self {
            Passed::Scalar(kind) => as_output(*kind, text),
            Passed::Structure(number) => format!("hash_S{number}({text})"),
        }
    }
}
