//! One function: its variables, then its blocks with labels and jumps.

use std::fmt::Write;

use raddle_ir::index::Index;
use raddle_ir::{
    BlockId, CheckKind, Edge, Function, FunctionId, Instruction, Location, Operand, RegisterId,
    Terminator, Type,
};
use raddle_terms::{Bits, Operator};

use crate::memory::static_objects;
use crate::names::quoted;
use crate::needed::Needed;
use crate::operators::{Atom, expression};
use crate::printer::{Printer, register_name, result_type};
use crate::types::{constant, declared, unsigned};

pub struct Body<'a, 'p> {
    pub printer: &'a mut Printer<'p>,
    pub function: &'p Function,
    pub needed: Needed,
    /// Registers that are the addresses of static objects.
    pub aliases: Vec<Option<usize>>,
    pub text: String,
    pub location: Option<Location>,
    /// The line that was said last.
    line: Option<(raddle_ir::FileId, u32)>,
    /// Blocks that a `goto` names.
    labels: Vec<bool>,
}

pub fn print_function(printer: &mut Printer<'_>, id: FunctionId) -> Result<String, String> {
    let function = &printer.program.functions[id];
    let name = printer.function_names[id].clone();
    if function.results.len() > 1 {
        printer.results.insert(result_type(&function.results), function.results.clone());
    }
    let signature = printer.signature(id, true);
    let mut body = Body {
        needed: Needed::of(function),
        aliases: static_objects(printer, id, &name),
        printer,
        function,
        text: String::new(),
        location: function.location,
        line: None,
        labels: vec![false; function.blocks.len()],
    };
    if function.has_body() {
        body.blocks()?;
    } else {
        body.unsupported(&format!("the function `{}`, which has no body", function.name));
    }
    let variables = body.variables();
    Ok(format!("\n{signature}\n{{\n{variables}{}}}\n", body.text))
}

impl Body<'_, '_> {
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "    {text}");
    }

    fn variables(&self) -> String {
        let mut text = String::new();
        for (register, described) in self.function.registers.iter_enumerated() {
            let parameter = self.function.parameters.contains(&register);
            if self.is_variable(register) && !parameter {
                let kind = declared(described.kind);
                let space = if kind.ends_with('*') { "" } else { " " };
                let _ =
                    writeln!(text, "    {kind}{space}{};", register_name(self.function, register));
            }
        }
        text
    }

    fn is_variable(&self, register: RegisterId) -> bool {
        self.needed.register(register) && self.alias(register).is_none()
    }

    pub fn alias(&self, register: RegisterId) -> Option<usize> {
        self.aliases.get(register.position()).copied().flatten()
    }

    fn blocks(&mut self) -> Result<(), String> {
        let order: Vec<BlockId> =
            self.function.blocks.indices().filter(|id| self.needed.blocks[id.position()]).collect();
        let mut texts = Vec::new();
        for (position, id) in order.iter().enumerate() {
            let block = &self.function.blocks[*id];
            for statement in &block.statements {
                self.location = statement.location;
                self.statement(*id, &statement.instruction)?;
            }
            self.location = block.location;
            self.terminator(&block.terminator, order.get(position + 1).copied());
            texts.push((*id, std::mem::take(&mut self.text)));
        }
        for (id, text) in texts {
            if self.labels[id.position()] {
                let _ = writeln!(self.text, "{id}:;");
            }
            self.text.push_str(&text);
        }
        Ok(())
    }

    /// Says where in the sources what follows is, when that changes.
    pub fn say_line(&mut self) {
        let Some(location) = self.location else { return };
        let line = Some((location.file, location.line));
        if line == self.line {
            return;
        }
        self.line = line;
        if let Some(text) = self.location_text() {
            let text = text.replace("*/", "* /");
            self.line(&format!("/* {text} */"));
        }
    }

    fn location_text(&self) -> Option<String> {
        let location = self.location?;
        let file = self.printer.program.files.get(location.file)?;
        Some(format!("{}:{}", file.path, location.line))
    }

    pub fn kind(&self, register: RegisterId) -> Type {
        self.function.registers[register].kind
    }

    pub fn width(&self, kind: Type) -> u16 {
        self.printer.program.target.width(kind)
    }

    /// An integer type as wide as a pointer.
    fn address_type(&self) -> &'static str {
        unsigned(self.printer.program.target.pointer_bits)
    }

    /// An operand as an integer.
    pub fn atom(&mut self, operand: &Operand) -> Atom {
        let pointer_bits = self.printer.program.target.pointer_bits;
        match *operand {
            Operand::Constant(bits) => Atom::constant(bits),
            Operand::Register(register) => {
                let kind = self.kind(register);
                let name = register_name(self.function, register);
                match kind {
                    Type::Pointer => {
                        let pointer = self.pointer(operand);
                        Atom::named(format!("({}){pointer}", self.address_type()), pointer_bits)
                    }
                    Type::Integer(_) | Type::Float(_) => Atom::named(name, self.width(kind)),
                }
            }
            Operand::Global(_) | Operand::Function(_) => {
                let pointer = self.pointer(operand);
                Atom::named(format!("({}){pointer}", self.address_type()), pointer_bits)
            }
            Operand::Undefined(kind) => {
                let width = self.width(kind);
                Atom::named(self.choice(width), width)
            }
        }
    }

    /// An operand as a pointer: an atom as well.
    pub fn pointer(&mut self, operand: &Operand) -> String {
        match *operand {
            Operand::Constant(bits) => format!("(char *){}", constant(bits)),
            Operand::Register(register) => {
                let name = register_name(self.function, register);
                match (self.alias(register), self.kind(register)) {
                    (Some(object), _) => format!("(char *)&{}", self.printer.objects[object].name),
                    (None, Type::Pointer) => name,
                    (None, Type::Integer(_) | Type::Float(_)) => format!("(char *){name}"),
                }
            }
            Operand::Global(global) => format!("(char *)&{}", self.printer.global(global)),
            Operand::Function(function) => format!("(char *)&{}", self.printer.function(function)),
            Operand::Undefined(kind) => {
                let width = self.width(kind);
                format!("(char *){}", self.choice(width))
            }
        }
    }

    /// An operand as what a variable of this kind can be set to.
    pub fn value(&mut self, operand: &Operand, kind: Type) -> String {
        match kind {
            Type::Pointer => self.pointer(operand),
            Type::Integer(_) | Type::Float(_) => self.atom(operand).text,
        }
    }

    pub fn choice(&mut self, width: u16) -> String {
        self.printer.choices.insert(width);
        format!("raddle_nondet_{width}()")
    }

    /// Sets a register to an expression of this kind.
    pub fn set(&mut self, register: RegisterId, text: &str, kind: Type) {
        if self.is_variable(register) {
            let name = register_name(self.function, register);
            let text = converted(text, kind, self.kind(register));
            self.line(&format!("{name} = {text};"));
        }
    }

    fn statement(&mut self, block: BlockId, instruction: &Instruction) -> Result<(), String> {
        if let Instruction::Apply { result, operator, operands } = instruction {
            if self.is_variable(*result) {
                self.say_line();
                self.apply(*result, *operator, operands);
            }
            return Ok(());
        }
        match instruction {
            Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Update { .. }
            | Instruction::CompareExchange { .. }
            | Instruction::Copy { .. }
            | Instruction::Allocate { .. }
            | Instruction::Free { .. }
            | Instruction::ObjectSize { .. }
            | Instruction::ThreadLocalAddress { .. } => {
                self.say_line();
                self.access(instruction);
            }
            Instruction::VariadicArea { result } => self.set(*result, "raddle_rest", Type::Pointer),
            Instruction::Call { results, callee, arguments } => {
                self.say_line();
                self.call(results, callee, arguments);
            }
            Instruction::Nondet { result, .. } => {
                self.say_line();
                let kind = self.kind(*result);
                let width = self.width(kind);
                let choice = self.choice(width);
                if self.is_variable(*result) {
                    self.set(*result, &choice, Type::Integer(width));
                } else {
                    self.line(&format!("{choice};"));
                }
            }
            Instruction::Assume { condition } => {
                self.say_line();
                let condition = self.atom(condition).text;
                self.line(&format!("raddle_assume({condition});"));
            }
            Instruction::Check { kind, condition, message } => {
                self.say_line();
                let condition = self.atom(condition).text;
                self.check(Some(*kind), &condition, message);
            }
            Instruction::Output { value } => {
                self.say_line();
                let value = self.atom(value).text;
                self.line(&format!("raddle_output({value});"));
            }
            Instruction::CurrentThread { result } => {
                self.set(*result, &constant(Bits::zero(32)), Type::Integer(32));
            }
            Instruction::Unsupported { what } => {
                self.say_line();
                self.unsupported(what);
            }
            Instruction::Spawn { .. } | Instruction::Await { .. } => {
                let name = &self.function.name;
                return Err(format!("`{name}` starts threads or waits for them (at {block})"));
            }
            Instruction::StackSave { .. }
            | Instruction::StackRestore { .. }
            | Instruction::Fence { .. }
            | Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Apply { .. } => {}
        }
        Ok(())
    }

    /// `None` says something that is not supported.
    pub fn check(&mut self, kind: Option<CheckKind>, condition: &str, message: &str) {
        let name = kind.map_or("unsupported", CheckKind::name);
        let place = self.location_text().map_or(String::new(), |place| format!(" {place}"));
        let text = quoted(format!("{name}: {message}{place}").as_bytes());
        let function = match kind {
            Some(CheckKind::Unwind) => "raddle_check_unwind",
            Some(_) | None => "raddle_check",
        };
        self.line(&format!("{function}({condition}, {text});"));
    }

    /// Nothing follows what is not supported.
    fn unsupported(&mut self, what: &str) {
        self.check(None, "0", what);
        self.stop();
    }

    /// The end of the run. The jump is for compilers that do not know that.
    pub fn stop(&mut self) {
        self.line("raddle_stop();");
        let value = match self.function.results.as_slice() {
            [] => "return;".to_string(),
            [_] => "return 0;".to_string(),
            many => format!("return ({}){{0}};", result_type(many)),
        };
        self.line(&value);
    }

    fn apply(&mut self, result: RegisterId, operator: Operator, operands: &[Operand]) {
        let kind = self.kind(result);
        match (operator, operands) {
            (Operator::PointerAdd { .. }, [pointer, distance]) => {
                let pointer = self.pointer(pointer);
                let text = match distance {
                    Operand::Constant(bits) => match bits.signed() {
                        negative if negative < 0 => {
                            format!("{pointer} - {}", negative.unsigned_abs())
                        }
                        distance => format!("{pointer} + {distance}"),
                    },
                    Operand::Register(_)
                    | Operand::Global(_)
                    | Operand::Function(_)
                    | Operand::Undefined(_) => {
                        let distance = self.atom(distance);
                        let distance = crate::types::as_signed(&distance.text, distance.width);
                        format!("{pointer} + {distance}")
                    }
                };
                self.set(result, &text, Type::Pointer);
            }
            (Operator::IfThenElse, [condition, then, otherwise]) if kind == Type::Pointer => {
                let condition = self.atom(condition).text;
                let (then, otherwise) = (self.pointer(then), self.pointer(otherwise));
                self.set(result, &format!("{condition} ? {then} : {otherwise}"), kind);
            }
            (Operator::Equal | Operator::NotEqual, [left, right])
                if left != right
                    && (self.is_pointer(left) || self.is_pointer(right))
                    && !self.is_address(left)
                    && !self.is_address(right) =>
            {
                let symbol = if operator == Operator::Equal { "==" } else { "!=" };
                let (left, right) = (self.pointer(left), self.pointer(right));
                self.set(result, &format!("{left} {symbol} {right}"), Type::Integer(1));
            }
            _ => {
                let atoms: Vec<Atom> = operands.iter().map(|operand| self.atom(operand)).collect();
                let text = expression(operator, &atoms, &mut self.printer.helpers);
                let width = self.width(kind);
                self.set(result, &text, Type::Integer(width));
            }
        }
    }

    fn is_pointer(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Register(register) if self.kind(*register) == Type::Pointer)
    }

    /// The address of something with a name: compilers warn where it is compared
    /// with null.
    fn is_address(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Global(_) | Operand::Function(_) => true,
            Operand::Register(register) => self.alias(*register).is_some(),
            Operand::Constant(_) | Operand::Undefined(_) => false,
        }
    }

    fn terminator(&mut self, terminator: &Terminator, next: Option<BlockId>) {
        match terminator {
            Terminator::Jump(edge) => self.go("    ", edge, next),
            Terminator::Branch { condition, then, otherwise } => {
                self.say_line();
                let condition = self.atom(condition).text;
                self.line(&format!("if ({condition}) {{"));
                self.go("        ", then, None);
                self.line("}");
                self.go("    ", otherwise, next);
            }
            Terminator::Switch { value, cases, default } => {
                self.say_line();
                let value = self.atom(value);
                for (case, edge) in cases {
                    self.line(&format!("if ({} == {}) {{", value.text, constant(*case)));
                    self.go("        ", edge, None);
                    self.line("}");
                }
                self.go("    ", default, next);
            }
            Terminator::Return(values) => self.give_back(values),
            Terminator::ThreadExit | Terminator::Stop(_) => {
                self.say_line();
                self.stop();
            }
        }
    }

    fn give_back(&mut self, values: &[Operand]) {
        let results = self.function.results.clone();
        let texts: Vec<String> =
            values.iter().zip(&results).map(|(value, kind)| self.value(value, *kind)).collect();
        let line = match results.as_slice() {
            [] => "return;".to_string(),
            [_] => format!("return {};", texts.concat()),
            many => format!("return ({}){{{}}};", result_type(many), texts.join(", ")),
        };
        self.line(&line);
    }

    /// Hands over the values for the target's parameters, all at once, and jumps.
    fn go(&mut self, indent: &str, edge: &Edge, next: Option<BlockId>) {
        let parameters = &self.function.blocks[edge.target].parameters;
        let moves: Vec<(RegisterId, Operand)> = parameters
            .iter()
            .zip(&edge.arguments)
            .filter(|(parameter, argument)| {
                self.is_variable(**parameter) && **argument != Operand::Register(**parameter)
            })
            .map(|(parameter, argument)| (*parameter, *argument))
            .collect();
        let clash = moves.iter().enumerate().any(|(position, (_, argument))| {
            moves.iter().take(position).any(|(set, _)| *argument == Operand::Register(*set))
        });
        let mut text = String::new();
        if clash {
            let mut later = String::new();
            let _ = writeln!(text, "{indent}{{");
            for (position, (parameter, argument)) in moves.iter().enumerate() {
                let kind = self.kind(*parameter);
                let (value, declared) = (self.value(argument, kind), declared(kind));
                let space = if declared.ends_with('*') { "" } else { " " };
                let _ = writeln!(text, "{indent}    {declared}{space}new{position} = {value};");
                let name = register_name(self.function, *parameter);
                let _ = writeln!(later, "{indent}    {name} = new{position};");
            }
            let _ = writeln!(text, "{later}{indent}}}");
        } else {
            for (parameter, argument) in &moves {
                let value = self.value(argument, self.kind(*parameter));
                let name = register_name(self.function, *parameter);
                let _ = writeln!(text, "{indent}{name} = {value};");
            }
        }
        if next != Some(edge.target) {
            self.labels[edge.target.position()] = true;
            let _ = writeln!(text, "{indent}goto {};", edge.target);
        }
        self.text.push_str(&text);
    }
}

/// Between pointers and integers.
pub fn converted(text: &str, from: Type, to: Type) -> String {
    match (from, to) {
        (Type::Pointer, Type::Pointer) => text.to_string(),
        (Type::Pointer, Type::Integer(_) | Type::Float(_)) => {
            format!("({})({text})", declared(to))
        }
        (Type::Integer(_) | Type::Float(_), Type::Pointer) => format!("(char *)({text})"),
        (Type::Integer(_) | Type::Float(_), Type::Integer(_) | Type::Float(_)) => text.to_string(),
    }
}
