//! Statements, declarations and control flow.

use crate::aggregates::as_output;
use crate::program::{Generator, Parameter};
use crate::scalars::{FLOATS, INTEGERS, Scalar};
use crate::scope::{Array, Place, Record, Use};

impl Generator {
    /// Some statements, with declarations among them.
    pub(crate) fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    /// A block of its own.
    pub(crate) fn block(&mut self, depth: usize) {
        let mark = self.scope.mark();
        self.open();
        let count = self.random.between(1, 4);
        self.statements(count, depth);
        self.close();
        self.scope.leave(mark);
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(26) {
            0..=4 => self.assignment(),
            5..=7 => self.compound_assignment(),
            8 => self.increment(),
            9 | 10 => self.show(),
            11..=13 => self.declaration(),
            14 => self.pointer_statement(),
            15 | 16 => self.call(),
            17 | 18 => self.feature(),
            19 => self.conditional_jump(),
            _ if depth == 0 => self.assignment(),
            20 | 21 => self.conditional(depth - 1),
            22 | 23 => self.repetition(depth - 1),
            24 => self.selection(depth - 1),
            _ => self.forward_goto(depth - 1),
        }
    }

    /// Some object that can be written.
    fn writable(&mut self) -> Option<Place> {
        for _ in 0..10 {
            let place = match self.random.below(10) {
                0 | 1 => self.element(true),
                2 => self.dereference(true),
                3 | 4 => self.record_member(),
                _ => self.random.pick_any(&self.scope.places).cloned(),
            };
            if let Some(place) = place
                && place.usage != Use::Read
            {
                return Some(place);
            }
        }
        None
    }

    fn assignment(&mut self) {
        let Some(place) = self.writable() else {
            return self.show();
        };
        let value =
            if place.kind.is_float() { self.floating(3).text } else { self.integer(3).text };
        // An assignment to either of two objects now and then.
        let other = self.scope.places.iter().find(|other| {
            other.kind == place.kind && other.usage == Use::Full && other.text != place.text
        });
        if let (Some(other), Use::Full) = (other.cloned(), place.usage)
            && self.random.chance(15)
        {
            let condition = self.condition(1);
            let (one, two) = (&place.text, &other.text);
            self.line(&format!("*({condition} ? &{one} : &{two}) = {value};"));
        } else {
            self.line(&format!("{} = {value};", place.text));
        }
    }

    /// Some object that can be read and written at once.
    fn updatable(&mut self) -> Option<Place> {
        // Updates of an `_Atomic _Bool` can loop for ever as clang compiles them.
        self.writable().filter(|place| (place.kind, place.usage) != (Scalar::Bool, Use::Atomic))
    }

    fn compound_assignment(&mut self) {
        let Some(place) = self.updatable() else {
            return self.show();
        };
        let kind = place.kind;
        let (operator, value) = if kind.is_float() {
            let operator = *self.random.pick(&["+=", "-=", "*="]);
            (operator, self.floating(2).text)
        } else if matches!(place.usage, Use::BitField(_))
            || !(kind.is_unsigned() || kind.is_narrow())
        {
            // Signed and wide: nothing that could overflow.
            let operator = *self.random.pick(&["&=", "|=", "^="]);
            (operator, self.of_kind(kind, 2))
        } else if kind.is_narrow() {
            let operator = *self.random.pick(&["+=", "-=", "&=", "|=", "^="]);
            (operator, self.of_kind(Scalar::SignedChar, 2))
        } else if place.usage == Use::Full && self.random.chance(30) {
            let operator = *self.random.pick(&["<<=", ">>="]);
            let amount = self.integer(1).text;
            (operator, format!("({amount} & {})", kind.shiftable_bits() - 1))
        } else if place.usage == Use::Full && self.random.chance(20) {
            let operator = *self.random.pick(&["/=", "%="]);
            (operator, self.random.between(1, 99).to_string())
        } else {
            let operator = *self.random.pick(&["+=", "-=", "*=", "&=", "|=", "^="]);
            (operator, self.of_kind(kind, 2))
        };
        self.line(&format!("{} {operator} {value};", place.text));
    }

    /// By one, and the value of that, kept apart.
    fn increment(&mut self) {
        let Some(place) = self.updatable() else {
            return self.show();
        };
        let is_safe = match place.usage {
            Use::BitField(bits) => bits < 31,
            Use::Full | Use::Read | Use::Atomic => {
                place.kind.is_float() || place.kind.is_unsigned() || place.kind.is_narrow()
            }
        };
        if !is_safe {
            return self.show();
        }
        let operator = *self.random.pick(&["++", "--"]);
        let text = &place.text;
        match self.random.below(4) {
            0 => {
                let kept = self.fresh("k");
                let kind = place.kind.name();
                self.line(&format!("{kind} {kept} = {text}{operator};"));
                self.scope.place(&kept, place.kind, Use::Full);
            }
            1 => {
                let shown = as_output(place.kind, &format!("({operator}{text})"));
                self.line(&format!("out({shown});"));
            }
            2 => self.line(&format!("{operator}{text};")),
            _ => self.line(&format!("{text}{operator};")),
        }
    }

    fn show(&mut self) {
        let value = if self.random.chance(15) {
            let value = self.floating(2);
            as_output(value.kind, &value.text)
        } else {
            let value = self.integer(2);
            as_output(value.kind, &value.text)
        };
        self.line(&format!("out({value});"));
    }

    pub(crate) fn declaration(&mut self) {
        match self.random.below(10) {
            0 | 1 => self.declare_array(),
            2 | 3 => self.declare_record(),
            4 => self.declare_pointer(),
            5 => self.declare_static(),
            6 => {
                let name = self.fresh("e");
                let value = self.random.pick(&self.enumerators).clone();
                self.line(&format!("enum Colour {name} = {value};"));
                self.scope.place(&name, Scalar::UnsignedInt, Use::Read);
                // Its type is the implementation's choice: read it as a number.
                if let Some(place) = self.scope.places.last_mut() {
                    place.text = format!("((unsigned){name})");
                }
            }
            _ => self.declare_scalar(),
        }
    }

    pub(crate) fn declare_scalar(&mut self) {
        let kind = if self.random.chance(20) {
            *self.random.pick(&FLOATS)
        } else {
            *self.random.pick(&INTEGERS)
        };
        let name = self.fresh("v");
        let value = self.of_kind(kind, 2);
        let (qualifier, usage) = match self.random.below(8) {
            0 => ("const ", Use::Read),
            1 => ("volatile ", Use::Full),
            2 => ("register ", Use::Atomic),
            _ => ("", Use::Full),
        };
        // Nobody may take the address of a volatile object as an ordinary one.
        let usage = if qualifier == "volatile " { Use::Atomic } else { usage };
        self.line(&format!("{qualifier}{} {name} = {value};", kind.name()));
        self.scope.place(&name, kind, usage);
    }

    fn declare_array(&mut self) {
        let kind = *self.random.pick(&INTEGERS);
        let length = self.random.between(1, 9);
        let name = self.fresh("a");
        let given = self.random.between(1, length);
        let values: Vec<String> = (0..given).map(|_| self.of_kind(kind, 1)).collect();
        let writable = self.random.chance(80);
        let qualifier = if writable { "" } else { "const " };
        self.line(&format!(
            "{qualifier}{} {name}[{length}] = {{{}}};",
            kind.name(),
            values.join(", ")
        ));
        self.scope.arrays.push(Array { text: name, kind, length, writable });
    }

    fn declare_record(&mut self) {
        let structure = self.random.below(self.structures.len());
        let name = self.fresh("s");
        let same = self.scope.records.iter().find(|record| record.structure == structure).cloned();
        let value = match same {
            Some(same) if self.random.chance(40) => same.text,
            Some(_) | None => format!("make_S{structure}({})", self.integer(1).text),
        };
        self.line(&format!("struct S{structure} {name} = {value};"));
        self.scope.records.push(Record { text: name, structure });
    }

    fn declare_static(&mut self) {
        let kind = *self.random.pick(&INTEGERS);
        let name = self.fresh("static");
        let value = kind.literal(&mut self.random);
        self.line(&format!("static {} {name} = {value};", kind.name()));
        self.scope.place(&name, kind, Use::Full);
    }

    /// Calls a function that was defined before, keeping its result apart.
    pub(crate) fn call(&mut self) {
        let Some(function) = self.random.pick_any(&self.functions).cloned() else {
            return self.show();
        };
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            let Some(argument) = self.argument(parameter) else {
                return self.show();
            };
            arguments.push(argument);
        }
        let kept = self.fresh("r");
        let kind = function.result;
        let arguments = arguments.join(", ");
        let callee =
            if self.random.chance(20) { format!("(*&{})", function.name) } else { function.name };
        self.line(&format!("{} {kept} = {callee}({arguments});", kind.name()));
        self.scope.place(&kept, kind, Use::Full);
    }

    fn argument(&mut self, parameter: &Parameter) -> Option<String> {
        match parameter {
            Parameter::Scalar(kind) => Some(self.of_kind(*kind, 2)),
            Parameter::Array(kind, length) => {
                let fitting: Vec<String> = self
                    .scope
                    .arrays
                    .iter()
                    .filter(|array| {
                        array.kind == *kind && array.length >= *length && array.writable
                    })
                    .map(|array| array.text.clone())
                    .collect();
                self.random.pick_any(&fitting).cloned()
            }
            Parameter::Structure(number) => Some(self.record_value(*number)),
            Parameter::StructurePointer(number) => {
                let fitting: Vec<String> = self
                    .scope
                    .records
                    .iter()
                    .filter(|record| record.structure == *number)
                    .map(|record| format!("&{}", record.text))
                    .collect();
                let fresh = format!("(struct S{number}[1]){{make_S{number}(5)}}");
                Some(self.random.pick_any(&fitting).cloned().unwrap_or(fresh))
            }
        }
    }

    /// A struct value: an object, or a fresh one.
    pub(crate) fn record_value(&mut self, number: usize) -> String {
        let fitting: Vec<String> = self
            .scope
            .records
            .iter()
            .filter(|record| record.structure == number)
            .map(|record| record.text.clone())
            .collect();
        match self.random.pick_any(&fitting) {
            Some(text) => text.clone(),
            None => format!("make_S{number}({})", self.integer(1).text),
        }
    }

    fn conditional(&mut self, depth: usize) {
        let condition = self.condition(2);
        self.line(&format!("if ({condition})"));
        self.block(depth);
        if self.random.chance(50) {
            self.line("else");
            self.block(depth);
        }
    }

    fn repetition(&mut self, depth: usize) {
        let count = self.random.between(1, 6);
        let counter = self.fresh("i");
        let mark = self.scope.mark();
        self.loops += 1;
        self.scope.place(&counter, Scalar::UnsignedInt, Use::Read);
        match self.random.below(4) {
            0 => {
                self.line(&format!("unsigned {counter} = {count};"));
                self.line(&format!("while ({counter}--)"));
                self.block(depth);
            }
            1 => {
                self.line(&format!("unsigned {counter} = 0;"));
                self.line("do");
                self.block(depth);
                self.line(&format!("while (++{counter} < {count});"));
            }
            2 => {
                let condition = self.condition(1);
                self.line(&format!(
                    "for (unsigned {counter} = 0; {counter} < {count} && {condition}; ++{counter})"
                ));
                self.block(depth);
            }
            _ => {
                let step = self.random.between(1, 3);
                self.line(&format!(
                    "for (unsigned {counter} = 0; {counter} < {count}; {counter} += {step})"
                ));
                self.block(depth);
            }
        }
        self.loops -= 1;
        self.scope.leave(mark);
    }

    /// `break` or `continue`, where there is a loop.
    fn conditional_jump(&mut self) {
        if self.loops == 0 {
            return self.show();
        }
        let condition = self.condition(2);
        let jump = *self.random.pick(&["break", "continue"]);
        self.line(&format!("if ({condition})"));
        self.line(&format!("    {jump};"));
    }

    fn selection(&mut self, depth: usize) {
        let value = self.integer(2);
        let (subject, mut label) = match self.random.below(3) {
            0 => (format!("({} & 7)", value.text), 0),
            1 => (format!("({} % 5)", value.text), -4),
            _ => (format!("((signed char){})", value.text), -128),
        };
        self.line(&format!("switch ({subject})"));
        self.open();
        for _ in 0..self.random.between(2, 5) {
            self.line(&format!("case {label}:"));
            label += self.random.between(1, 3) as i64;
            if self.random.chance(20) {
                let last = label + self.random.below(3) as i64;
                self.line(&format!("case {label} ... {last}:"));
                label = last + 1;
            }
            self.block(depth);
            if self.random.chance(75) {
                self.line("break;");
            }
        }
        if self.random.chance(80) {
            self.line("default:");
            self.block(depth);
        }
        self.close();
    }

    /// Jumps over a block, or repeats it a few times.
    fn forward_goto(&mut self, depth: usize) {
        let label = self.fresh("L");
        if self.random.chance(50) {
            let condition = self.condition(2);
            self.line(&format!("if ({condition})"));
            self.line(&format!("    goto {label};"));
            self.block(depth);
            self.line(&format!("{label}:;"));
        } else {
            let counter = self.fresh("n");
            let count = self.random.between(1, 4);
            self.open();
            self.line(&format!("unsigned {counter} = 0;"));
            self.line(&format!("{label}:;"));
            self.block(depth);
            self.line(&format!("if (++{counter} < {count})"));
            self.line(&format!("    goto {label};"));
            self.close();
        }
    }
}
