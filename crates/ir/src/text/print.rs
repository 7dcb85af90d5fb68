//! Writes programs, declarations and bodies; single instructions are in
//! `print_instruction`.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use super::quote::{write_bytes, write_name, write_string};
use crate::index::Index;
use crate::{
    Block, DebugType, DebugTypeId, Encoding, FileId, Function, FunctionId, Global, InitialValue,
    Location, Origin, Program, RegisterId,
};

/// How a program is shown. Every choice gives text that the parser reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printer {
    /// Repeat the names of registers, globals and functions where they are used.
    pub names: bool,
    /// Number the statements of each block, as positions in traces do.
    pub numbers: bool,
    /// Quote each source line, where its text is known, as a comment before its
    /// first statement.
    pub source: bool,
}

impl Printer {
    /// The shortest text, for storing.
    pub const COMPACT: Printer = Printer { names: false, numbers: false, source: false };

    /// Everything, for people.
    pub const READABLE: Printer = Printer { names: true, numbers: true, source: true };

    pub fn program(self, program: &Program) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_program(program, &mut text);
        text
    }

    pub fn write_program(self, program: &Program, out: &mut dyn Write) -> fmt::Result {
        writeln!(
            out,
            "raddle-ir 1 target {} entry {}",
            program.target.pointer_bits, program.entry
        )?;
        for (id, file) in program.files.iter_enumerated() {
            write!(out, "{id} ")?;
            write_string(out, &file.path)?;
            out.write_char('\n')?;
        }
        for (id, debug_type) in program.types.iter_enumerated() {
            write!(out, "{id} ")?;
            write_debug_type(out, debug_type)?;
            out.write_char('\n')?;
        }
        for (id, global) in program.globals.iter_enumerated() {
            write!(out, "{id} ")?;
            Writer::new(self, Some(program), None, out).global(global)?;
            out.write_char('\n')?;
        }
        for id in program.functions.indices() {
            self.write_function(program, id, out)?;
        }
        Ok(())
    }

    /// One function, as it stands in the whole program's text.
    pub fn write_function(
        self,
        program: &Program,
        id: FunctionId,
        out: &mut dyn Write,
    ) -> fmt::Result {
        match program.functions.get(id) {
            Some(function) => {
                write!(out, "{id} ")?;
                Writer::new(self, Some(program), Some(function), out).function(function)
            }
            None => Ok(()),
        }
    }
}

/// With names, without numbers and source lines.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = Printer { names: true, ..Printer::COMPACT };
        style.write_program(self, f)
    }
}

/// As in a program, but without its number.
impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = Printer { names: true, ..Printer::COMPACT };
        Writer::new(style, None, Some(self), f).function(self)
    }
}

/// The state of writing one function.
pub(super) struct Writer<'a> {
    pub(super) out: &'a mut dyn Write,
    pub(super) style: Printer,
    pub(super) program: Option<&'a Program>,
    function: Option<&'a Function>,
    /// The registers whose definition (with name and type) was written.
    defined: Vec<bool>,
    /// The location that a statement without one of its own has.
    location: Option<Location>,
    /// The file of the last location there was.
    file: FileId,
    /// The line that was last quoted.
    quoted: Option<(FileId, u32)>,
    /// The files that were quoted from, split into lines.
    lines: FxHashMap<FileId, Vec<&'a str>>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        style: Printer,
        program: Option<&'a Program>,
        function: Option<&'a Function>,
        out: &'a mut dyn Write,
    ) -> Writer<'a> {
        let registers = function.map_or(0, |function| function.registers.len());
        Writer {
            out,
            style,
            program,
            function,
            defined: vec![false; registers],
            location: None,
            file: FileId::new(0),
            quoted: None,
            lines: FxHashMap::default(),
        }
    }

    fn function(&mut self, function: &Function) -> fmt::Result {
        self.out.write_str("function ")?;
        write_name(self.out, &function.name)?;
        self.out.write_char('(')?;
        self.definitions(&function.parameters)?;
        if function.variadic {
            let comma = if function.parameters.is_empty() { "" } else { ", " };
            write!(self.out, "{comma}...")?;
        }
        self.out.write_char(')')?;
        for (position, kind) in function.results.iter().enumerate() {
            write!(self.out, "{}{kind}", if position == 0 { " -> " } else { ", " })?;
        }
        self.origin(function.origin)?;
        self.location(function.location)?;
        self.registers_without_definition(function)?;
        if !function.has_body() {
            return self.out.write_char('\n');
        }
        self.out.write_str(" {\n")?;
        for (id, block) in function.blocks.iter_enumerated() {
            write!(self.out, "{id}")?;
            self.block(block)?;
        }
        self.out.write_str("}\n")
    }

    /// Passes leave registers behind that nothing defines any more; they keep
    /// their place in the table.
    fn registers_without_definition(&mut self, function: &Function) -> fmt::Result {
        let mut defined = vec![false; function.registers.len()];
        let mut mark = |register: &RegisterId| {
            if let Some(defined) = defined.get_mut(register.position()) {
                *defined = true;
            }
        };
        function.parameters.iter().for_each(&mut mark);
        for block in function.blocks.iter() {
            block.parameters.iter().for_each(&mut mark);
            for statement in &block.statements {
                statement.instruction.for_each_result(&mut mark);
            }
        }
        let left: Vec<RegisterId> =
            function.registers.indices().filter(|register| !defined[register.position()]).collect();
        if left.is_empty() {
            return Ok(());
        }
        self.out.write_str(" registers (")?;
        self.definitions(&left)?;
        self.out.write_char(')')
    }

    fn block(&mut self, block: &Block) -> fmt::Result {
        if !block.parameters.is_empty() {
            self.out.write_char('(')?;
            self.definitions(&block.parameters)?;
            self.out.write_char(')')?;
        }
        self.out.write_str(":\n")?;
        for (position, statement) in block.statements.iter().enumerate() {
            self.start_of_line(position, statement.location)?;
            self.instruction(&statement.instruction)?;
            self.location(statement.location)?;
            self.out.write_char('\n')?;
        }
        self.start_of_line(block.statements.len(), block.location)?;
        self.terminator(&block.terminator)?;
        self.location(block.location)?;
        self.out.write_char('\n')
    }

    fn start_of_line(&mut self, position: usize, location: Option<Location>) -> fmt::Result {
        if self.style.source {
            self.source_line(location)?;
        }
        if self.style.numbers {
            write!(self.out, "{position:4}: ")
        } else {
            self.out.write_str("  ")
        }
    }

    fn source_line(&mut self, location: Option<Location>) -> fmt::Result {
        let Some(location) = location else {
            return Ok(());
        };
        if self.quoted == Some((location.file, location.line)) {
            return Ok(());
        }
        self.quoted = Some((location.file, location.line));
        let program = self.program;
        let lines = self.lines.entry(location.file).or_insert_with(|| {
            let file = program.and_then(|program| program.files.get(location.file));
            let text = file.and_then(|file| file.text.as_deref());
            text.map_or_else(Vec::new, |text| text.lines().collect())
        });
        let above = (location.line as usize).wrapping_sub(1);
        match lines.get(above) {
            // A carriage return or the like within the line must not end the comment.
            Some(text) => {
                let text = text.trim().replace(char::is_control, " ");
                writeln!(self.out, "      ; {}: {text}", location.line)
            }
            None => Ok(()),
        }
    }

    /// Where it differs from the one before.
    fn location(&mut self, location: Option<Location>) -> fmt::Result {
        if location == self.location {
            return Ok(());
        }
        let before = std::mem::replace(&mut self.location, location);
        let Some(Location { file, line, column }) = location else {
            return self.out.write_str(" @-");
        };
        if before.is_some_and(|before| before.file == file && before.line == line) {
            write!(self.out, " @:{column}")
        } else if self.file == file {
            write!(self.out, " @{line}:{column}")
        } else {
            self.file = file;
            write!(self.out, " @{}:{line}:{column}", file.position())
        }
    }

    fn origin(&mut self, origin: Origin) -> fmt::Result {
        match origin {
            Origin::User => Ok(()),
            Origin::Library => self.out.write_str(" library"),
        }
    }

    fn global(&mut self, global: &Global) -> fmt::Result {
        self.out.write_str("global ")?;
        write_name(self.out, &global.name)?;
        write!(self.out, " {} align {}", global.size, global.alignment)?;
        if global.constant {
            self.out.write_str(" constant")?;
        }
        if global.thread_local {
            self.out.write_str(" thread_local")?;
        }
        if global.kept {
            self.out.write_str(" kept")?;
        }
        self.origin(global.origin)?;
        if let Some(debug_type) = global.debug_type {
            write!(self.out, " of {debug_type}")?;
        }
        self.location(global.location)?;
        for (position, part) in global.initial.iter().enumerate() {
            self.out.write_str(if position == 0 { " = {" } else { ", " })?;
            write!(self.out, "{}: ", part.offset)?;
            match &part.value {
                InitialValue::Bytes(bytes) => write_bytes(self.out, bytes)?,
                InitialValue::GlobalAddress { global, addend } => {
                    self.global_use(*global)?;
                    if *addend != 0 {
                        write!(self.out, "{addend:+}")?;
                    }
                }
                InitialValue::FunctionAddress(function) => self.function_use(*function)?,
            }
        }
        if !global.initial.is_empty() {
            self.out.write_char('}')?;
        }
        Ok(())
    }

    /// Registers where they are defined: the first time with name and type.
    pub(super) fn definitions(&mut self, registers: &[RegisterId]) -> fmt::Result {
        for (position, &register) in registers.iter().enumerate() {
            if position > 0 {
                self.out.write_str(", ")?;
            }
            self.definition(register)?;
        }
        Ok(())
    }

    pub(super) fn definition(&mut self, id: RegisterId) -> fmt::Result {
        write!(self.out, "{id}")?;
        let register = self.function.and_then(|f| f.registers.get(id));
        let (Some(register), Some(defined)) = (register, self.defined.get_mut(id.position()))
        else {
            return Ok(());
        };
        if std::mem::replace(defined, true) {
            return Ok(());
        }
        self.ornament(register.name.as_deref())?;
        write!(self.out, ":{}", register.kind)
    }

    pub(super) fn ornament(&mut self, name: Option<&str>) -> fmt::Result {
        match name {
            Some(name) => {
                self.out.write_char('.')?;
                write_name(self.out, name)
            }
            None => Ok(()),
        }
    }

    pub(super) fn register_name(&self, id: RegisterId) -> Option<&'a str> {
        self.function?.registers.get(id)?.name.as_deref()
    }
}

fn write_debug_type(out: &mut dyn Write, debug_type: &DebugType) -> fmt::Result {
    match debug_type {
        DebugType::Base { name, size, encoding } => {
            out.write_str("base ")?;
            write_name(out, name)?;
            write!(out, " {size} {}", encoding_name(*encoding))
        }
        DebugType::Pointer { to } => {
            out.write_str("pointer ")?;
            write_type_or_void(out, *to)
        }
        DebugType::Structure { name, size, union, members } => {
            out.write_str(if *union { "union " } else { "structure " })?;
            write_optional_name(out, name.as_deref())?;
            write!(out, " {size} {{")?;
            for (position, member) in members.iter().enumerate() {
                out.write_str(if position == 0 { "" } else { ", " })?;
                write_name(out, &member.name)?;
                write!(out, " {} {} {}", member.offset_bits, member.size_bits, member.of)?;
            }
            out.write_char('}')
        }
        DebugType::Array { element, count } => match count {
            Some(count) => write!(out, "array {element} {count}"),
            None => write!(out, "array {element} -"),
        },
        DebugType::Enumeration { name, size, values } => {
            out.write_str("enumeration ")?;
            write_optional_name(out, name.as_deref())?;
            write!(out, " {size} {{")?;
            for (position, (name, value)) in values.iter().enumerate() {
                out.write_str(if position == 0 { "" } else { ", " })?;
                write_name(out, name)?;
                write!(out, " {value}")?;
            }
            out.write_char('}')
        }
        DebugType::Alias { name, of } => {
            out.write_str("alias ")?;
            write_optional_name(out, name.as_deref())?;
            out.write_char(' ')?;
            write_type_or_void(out, *of)
        }
        DebugType::Function => out.write_str("function"),
    }
}

fn write_optional_name(out: &mut dyn Write, name: Option<&str>) -> fmt::Result {
    match name {
        Some(name) => write_name(out, name),
        None => out.write_char('-'),
    }
}

fn write_type_or_void(out: &mut dyn Write, to: Option<DebugTypeId>) -> fmt::Result {
    match to {
        Some(to) => write!(out, "{to}"),
        None => out.write_str("void"),
    }
}

pub(super) const ENCODINGS: [Encoding; 6] = [
    Encoding::Boolean,
    Encoding::Signed,
    Encoding::Unsigned,
    Encoding::SignedCharacter,
    Encoding::UnsignedCharacter,
    Encoding::Float,
];

pub(super) fn encoding_name(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Boolean => "boolean",
        Encoding::Signed => "signed",
        Encoding::Unsigned => "unsigned",
        Encoding::SignedCharacter => "signed_character",
        Encoding::UnsignedCharacter => "unsigned_character",
        Encoding::Float => "float",
    }
}
