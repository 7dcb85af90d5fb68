//! The program as a whole: its prelude, globals, functions and what it runs.

use std::fmt::Write;

use crate::aggregates::{Structure, as_output};
use crate::random::Random;
use crate::scalars::{FLOATS, INTEGERS, Scalar};
use crate::scope::{Array, Record, Scope, Use};

/// What every program starts with.
pub(crate) const PRELUDE: &str = include_str!("prelude.c");
/// What every program ends with: it runs `whole_program`.
pub(crate) const EPILOGUE: &str = include_str!("epilogue.c");

#[derive(Clone, Debug)]
pub(crate) enum Parameter {
    Scalar(Scalar),
    /// A pointer to an array of at least so many elements.
    Array(Scalar, usize),
    Structure(usize),
    StructurePointer(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) result: Scalar,
    pub(crate) parameters: Vec<Parameter>,
}

/// How much of everything there is in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// All kinds of globals, many statements.
    Large,
    /// For thousands of programs.
    Small,
    /// For engines that compute with formulas: what the program computes with at
    /// first is hidden from them, and what takes long is left out.
    Hidden,
}

pub(crate) struct Generator {
    pub(crate) random: Random,
    pub(crate) size: Size,
    text: String,
    indentation: usize,
    names: usize,
    pub(crate) scope: Scope,
    pub(crate) structures: Vec<Structure>,
    pub(crate) enumerators: Vec<String>,
    /// Those that may be called here: defined before.
    pub(crate) functions: Vec<Function>,
    /// The size of the table of functions of type `int (int, int)`.
    pub(crate) handlers: usize,
    /// The depth of loops here.
    pub(crate) loops: usize,
    /// Defined at the end, declared where they are called.
    pub(crate) late_functions: Vec<String>,
}

impl Generator {
    pub(crate) fn new(seed: u64, size: Size) -> Generator {
        Generator {
            random: Random::new(seed),
            size,
            text: String::new(),
            indentation: 0,
            names: 0,
            scope: Scope::default(),
            structures: Vec::new(),
            enumerators: Vec::new(),
            functions: Vec::new(),
            handlers: 1,
            loops: 0,
            late_functions: Vec::new(),
        }
    }

    pub(crate) fn program(self) -> String {
        format!("{PRELUDE}{}{EPILOGUE}", self.body())
    }

    /// Of the whole program what is not the same in every program.
    pub(crate) fn body(mut self) -> String {
        self.enumeration();
        self.union_type();
        self.structures();
        self.handler_table();
        self.list_of_nodes();
        self.globals();
        for number in 0..self.amount([(2, 6), (0, 2), (0, 1)]) {
            self.function(number);
        }
        self.whole_program();
        for function in std::mem::take(&mut self.late_functions) {
            self.line("");
            self.text.push_str(&function);
        }
        self.text
    }

    /// A number within the borders for each size of program.
    pub(crate) fn amount(&mut self, borders: [(usize, usize); 3]) -> usize {
        let [large, small, hidden] = borders;
        let (least, most) = match self.size {
            Size::Large => large,
            Size::Small => small,
            Size::Hidden => hidden,
        };
        self.random.between(least, most)
    }

    pub(crate) fn line(&mut self, text: &str) {
        if text.is_empty() {
            self.text.push('\n');
        } else {
            // Writing to a string cannot fail.
            let _ = writeln!(self.text, "{:1$}{text}", "", self.indentation * 4);
        }
    }

    pub(crate) fn open(&mut self) {
        self.line("{");
        self.indentation += 1;
    }

    pub(crate) fn close(&mut self) {
        self.indentation -= 1;
        self.line("}");
    }

    /// A name that nothing else has.
    pub(crate) fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}_{}", self.names)
    }

    /// Pure functions of one type, called through pointers.
    fn handler_table(&mut self) {
        let count = self.random.between(2, 4);
        for number in 0..count {
            let mark = self.scope.mark();
            self.line(&format!("static int handler{number}(int left, int right)"));
            self.open();
            self.scope.place("left", Scalar::Int, Use::Full);
            self.scope.place("right", Scalar::Int, Use::Full);
            // The table does not exist yet: nothing here may call through it.
            let value = self.simple_of_two();
            self.line(&format!("return {value};"));
            self.close();
            self.line("");
            self.scope.leave(mark);
        }
        self.handlers = count;
        let names: Vec<String> = (0..count).map(|number| format!("handler{number}")).collect();
        self.line(&format!(
            "static int (*const handlers[{count}])(int, int) = {{ {} }};",
            names.join(", ")
        ));
        self.line("");
        let bias = self.random_byte();
        self.line("struct Handler { int (*call)(int, int); short bias; };");
        self.line(&format!(
            "static struct Handler handler = {{ handler{}, {} }};",
            count - 1,
            bias
        ));
        self.line("");
        self.line("static int (*choose(int which))(int, int)");
        self.line(&format!("{{ return handlers[(unsigned)which % {count}u]; }}"));
        self.line("");
        self.line("static int run(const struct Handler *with, int value)");
        self.line("{ return with->call(value, with->bias); }");
        self.line("");
    }

    fn random_byte(&mut self) -> usize {
        self.random.below(256)
    }

    fn simple_of_two(&mut self) -> String {
        let constant = self.random.between(1, 1000);
        let choices = [
            format!("(int)((unsigned)left * {constant}u + (unsigned)right)"),
            format!("left > right ? left / {constant} : ~right"),
            format!("checked_add_int(left, right ^ {constant})"),
            format!("divide_int(left, right) | (right & {constant})"),
            format!("(short)left * (signed char)right - {constant}"),
        ];
        self.random.pick(&choices).clone()
    }

    /// Globals that point to each other, also backwards.
    fn list_of_nodes(&mut self) {
        let count = self.random.between(2, 4);
        self.line("struct Node { unsigned value; struct Node *next; };");
        self.line(&format!("static struct Node nodes[{count}] = {{"));
        for number in 0..count {
            let value = self.random_byte();
            let next = if number + 1 < count {
                format!("&nodes[{}]", number + 1)
            } else {
                "NULL".to_owned()
            };
            self.line(&format!("    {{ {value}, {next} }},"));
        }
        self.line("};");
        self.line("static struct Node *list = nodes;");
        self.line("");
    }

    fn globals(&mut self) {
        let present = match self.size {
            Size::Large => 100,
            Size::Small => 35,
            Size::Hidden => 35,
        };
        for kind in INTEGERS.into_iter().chain(FLOATS) {
            if !self.random.chance(present) {
                continue;
            }
            let name = self.fresh("g");
            let value = kind.literal(&mut self.random);
            let (storage, usage) = match self.random.below(6) {
                0 => ("static _Thread_local ", Use::Full),
                1 if !kind.is_float() => ("static _Atomic ", Use::Atomic),
                2 => ("static volatile ", Use::Atomic),
                3 => ("static const ", Use::Read),
                4 => ("", Use::Full),
                _ => ("static ", Use::Full),
            };
            self.line(&format!("{storage}{} {name} = {value};", kind.name()));
            self.scope.place(&name, kind, usage);
        }
        for (kind, length) in [
            (Scalar::Int, 8),
            (Scalar::UnsignedChar, 16),
            (Scalar::LongLong, 8),
            (*self.random.pick(&INTEGERS), 5),
        ] {
            self.global_array(kind, length);
        }
        self.line("static int grid[3][4] = { { 1, 2, 3 }, [2] = { 4, [3] = -5 } };");
        self.line("static const char *const words[3] = { \"warp\", \"weft\", \"shuttle\" };");
        for declaration in [
            "int atomic_int = -3",
            "unsigned atomic_unsigned = 9",
            "long long atomic_long = 1LL << 40",
            "unsigned short atomic_short = 65530",
            "signed char atomic_byte = 120",
            "unsigned char atomic_flag_byte",
            "_Atomic float atomic_float = 0.75f",
            "_Atomic double atomic_double = -2.5",
            "int *atomic_pointer = &atomic_int",
            "_Atomic struct Pair atomic_pair",
        ] {
            self.line(&format!("static {declaration};"));
        }
        for structure in 0..self.structures.len() {
            if self.random.chance(60) {
                let name = self.fresh("gs");
                let value = self.initialiser(structure);
                self.line(&format!("static struct S{structure} {name} = {value};"));
                self.scope.records.push(Record { text: name, structure });
            }
        }
        self.line("");
    }

    /// With a pointer into it, set up before the program starts.
    fn global_array(&mut self, kind: Scalar, length: usize) {
        let name = self.fresh("ga");
        let given = self.random.between(1, length);
        let values: Vec<String> = (0..given).map(|_| kind.literal(&mut self.random)).collect();
        let type_name = kind.name();
        self.line(&format!("static {type_name} {name}[{length}] = {{ {} }};", values.join(", ")));
        let array = Array { text: name.clone(), kind, length, writable: true };
        let pointer = self.fresh("gp");
        let start = self.random.below(length);
        self.line(&format!("static {type_name} *{pointer} = &{name}[{start}];"));
        self.scope.pointers.push(crate::scope::Pointer { text: pointer, array: array.clone() });
        self.scope.arrays.push(array);
    }

    fn function(&mut self, number: usize) {
        let mark = self.scope.mark();
        let result = if self.random.chance(20) {
            *self.random.pick(&FLOATS)
        } else {
            *self.random.pick(&INTEGERS)
        };
        let mut parameters = Vec::new();
        let mut declared = Vec::new();
        for position in 0..self.random.between(1, 5) {
            let name = format!("a{position}");
            let parameter = self.parameter();
            declared.push(self.declare_parameter(&parameter, &name));
            parameters.push(parameter);
        }
        let name = format!("function{number}");
        let storage = *self.random.pick(&["static ", "static ", ""]);
        self.line(&format!("{storage}{} {name}({})", result.name(), declared.join(", ")));
        self.open();
        self.line("if (fuel == 0)");
        self.line("    return 1;");
        self.line("fuel--;");
        let count = self.amount([(4, 10), (1, 3), (1, 2)]);
        self.statements(count, 2);
        let value = self.of_kind(result, 3);
        self.line(&format!("return {value};"));
        self.close();
        self.line("");
        self.scope.leave(mark);
        self.functions.push(Function { name, result, parameters });
    }

    fn parameter(&mut self) -> Parameter {
        let structure = self.random.below(self.structures.len());
        match self.random.below(10) {
            0 => Parameter::Array(Scalar::Int, 8),
            1 => Parameter::Array(Scalar::UnsignedChar, 16),
            2 | 3 => Parameter::Structure(structure),
            4 => Parameter::StructurePointer(structure),
            5 => Parameter::Scalar(*self.random.pick(&FLOATS)),
            _ => Parameter::Scalar(*self.random.pick(&INTEGERS)),
        }
    }

    /// The declaration, after which the parameter can be named.
    fn declare_parameter(&mut self, parameter: &Parameter, name: &str) -> String {
        match *parameter {
            Parameter::Scalar(kind) => {
                self.scope.place(name, kind, Use::Full);
                format!("{} {name}", kind.name())
            }
            Parameter::Array(kind, length) => {
                self.scope.arrays.push(Array {
                    text: name.to_owned(),
                    kind,
                    length,
                    writable: true,
                });
                format!("{} {name}[{length}]", kind.name())
            }
            Parameter::Structure(structure) => {
                self.scope.records.push(Record { text: name.to_owned(), structure });
                format!("struct S{structure} {name}")
            }
            Parameter::StructurePointer(structure) => {
                self.scope.records.push(Record { text: format!("(*{name})"), structure });
                format!("struct S{structure} *{name}")
            }
        }
    }

    /// From here on nothing is known of what is in variables, except to those who
    /// solve equations.
    fn hide(&mut self, globals: &Scope) {
        for place in &globals.places {
            let (text, kind) = (&place.text, place.kind.name());
            let function = if place.kind.is_float() { "opaque_double" } else { "opaque" };
            match place.usage {
                Use::Full | Use::Atomic => {
                    self.line(&format!("{text} = ({kind}){function}({text});"));
                }
                Use::Read | Use::BitField(_) => {}
            }
        }
        for array in &globals.arrays {
            let (text, kind) = (&array.text, array.kind.name());
            self.line(&format!("{text}[0] = ({kind})opaque({text}[0]);"));
        }
        self.line("long_loops = 0;");
    }

    fn whole_program(&mut self) {
        self.line("static int whole_program(void)");
        self.open();
        let globals = self.scope.clone();
        for record in &globals.records {
            let seed = self.random.next();
            let (text, number) = (&record.text, record.structure);
            self.line(&format!("out(hash_S{number}({text}));"));
            self.line(&format!("{text} = make_S{number}({seed:#x}ULL);"));
        }
        if self.size == Size::Hidden {
            self.hide(&globals);
        }
        self.line("out(run(&handler, 5));");
        for _ in 0..self.amount([(3, 3), (2, 2), (1, 1)]) {
            self.declare_scalar();
        }
        for _ in 0..self.functions.len() {
            self.call();
        }
        for _ in 0..self.amount([(4, 6), (2, 3), (1, 2)]) {
            self.feature();
        }
        let count = self.amount([(3, 8), (1, 3), (2, 3)]);
        self.statements(count, 2);
        for place in &globals.places {
            let shown = as_output(place.kind, &place.text);
            self.line(&format!("out({shown});"));
        }
        for array in &globals.arrays {
            let shown = as_output(array.kind, &format!("{}[i]", array.text));
            self.line(&format!("for (unsigned i = 0; i < {}; i++)", array.length));
            self.line(&format!("    out({shown});"));
        }
        for record in &globals.records {
            let (text, number) = (&record.text, record.structure);
            self.line(&format!("out(hash_S{number}({text}));"));
        }
        self.line("for (struct Node *at = list; at; at = at->next)");
        self.line("    out(at->value);");
        self.line("out((unsigned long long)(atomic_int + atomic_long / 2));");
        self.line("__raddle_output(checksum);");
        self.line("return (int)(checksum & 255);");
        self.close();
    }
}
