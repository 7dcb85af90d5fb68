//! Reads functions, blocks, terminators and operands.

use raddle_terms::{Bits, FloatKind};

use super::cursor::Parsed;
use super::parse::Parser;
use super::print_instruction::{STOPS, stop_name};
use crate::index::Index;
use crate::{
    Block, BlockId, Edge, Function, IndexVec, Operand, Register, RegisterId, Statement, Terminator,
    Type,
};

/// The registers described so far. Every one must be described by the end.
#[derive(Default)]
pub(super) struct Registers {
    known: Vec<Option<Register>>,
    count: usize,
}

/// What a line of a body turned out to be.
pub(super) enum Line {
    Statement(crate::Instruction),
    Terminator(Terminator),
}

impl Parser<'_> {
    pub(super) fn function(&mut self) -> Parsed<Function> {
        let mut registers = Registers::default();
        let mut function = self.function_head(&mut registers)?;
        if self.cursor.eat(b'{') {
            while !self.cursor.eat(b'}') {
                self.number::<BlockId>("b", function.blocks.next_index())?;
                let block = self.block(&mut registers)?;
                function.blocks.push(block);
            }
        }
        match registers.finish() {
            Some(registers) => Ok(Function { registers, ..function }),
            None => {
                let name = function.name;
                self.cursor.fail(format!("a register of {name} is numbered, but not described"))
            }
        }
    }

    /// What stands in front of the body, without registers and blocks.
    pub(super) fn function_head(&mut self, registers: &mut Registers) -> Parsed<Function> {
        self.forget_location();
        self.cursor.expect_word("function")?;
        let name = self.cursor.name()?;
        let (parameters, variadic) = self.function_parameters(registers)?;
        let results = self.function_results()?;
        let origin = self.origin();
        let location = self.location()?;
        if self.cursor.eat_word("registers") {
            self.cursor.expect(b'(')?;
            self.definitions(registers)?;
            self.cursor.expect(b')')?;
        }
        let (registers, blocks) = (IndexVec::new(), IndexVec::new());
        Ok(Function { name, parameters, variadic, results, registers, blocks, origin, location })
    }

    fn function_parameters(
        &mut self,
        registers: &mut Registers,
    ) -> Parsed<(Vec<RegisterId>, bool)> {
        self.cursor.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.cursor.eat(b')') {
            if !parameters.is_empty() {
                self.cursor.expect(b',')?;
            }
            if self.cursor.eat_text("...") {
                variadic = true;
                self.cursor.expect(b')')?;
                break;
            }
            parameters.push(self.definition(registers)?);
        }
        Ok((parameters, variadic))
    }

    fn function_results(&mut self) -> Parsed<Vec<Type>> {
        let mut results = Vec::new();
        if self.cursor.eat_text("->") {
            results.push(self.kind()?);
            while self.cursor.eat(b',') {
                results.push(self.kind()?);
            }
        }
        Ok(results)
    }

    fn block(&mut self, registers: &mut Registers) -> Parsed<Block> {
        let mut parameters = Vec::new();
        if self.cursor.eat(b'(') {
            parameters = self.definitions(registers)?;
            self.cursor.expect(b')')?;
        }
        self.cursor.expect(b':')?;
        let mut statements = Vec::new();
        loop {
            let line = self.line(registers)?;
            let location = self.location()?;
            match line {
                Line::Statement(instruction) => {
                    statements.push(Statement { instruction, location })
                }
                Line::Terminator(terminator) => {
                    return Ok(Block { parameters, statements, terminator, location });
                }
            }
        }
    }

    /// Registers that are defined, at least one.
    pub(super) fn definitions(&mut self, registers: &mut Registers) -> Parsed<Vec<RegisterId>> {
        let mut list = vec![self.definition(registers)?];
        while self.cursor.eat(b',') {
            list.push(self.definition(registers)?);
        }
        Ok(list)
    }

    #[inline]
    pub(super) fn definition(&mut self, registers: &mut Registers) -> Parsed<RegisterId> {
        self.cursor.peek();
        let start = self.cursor.position();
        let id: RegisterId = self.cursor.entity("r")?;
        let name = if self.cursor.eat_adjacent(b'.') { Some(self.cursor.name()?) } else { None };
        if !self.cursor.eat_adjacent(b':') {
            return Ok(id);
        }
        let kind = self.kind()?;
        // A text cannot describe more registers than it has bytes, so that this
        // bounds what a wrong number costs.
        if id.position() >= self.cursor.length() {
            return self.cursor.fail_at(start, "the register's number is too large");
        }
        if registers.describe(id, Register { kind, name }) {
            Ok(id)
        } else {
            self.cursor.fail_at(start, format!("{id} was described before"))
        }
    }

    pub(super) fn terminator(&mut self, word: &str) -> Parsed<Option<Terminator>> {
        let terminator = match word {
            "jump" => Terminator::Jump(self.edge()?),
            "branch" => {
                let condition = self.operand()?;
                self.cursor.expect_word("then")?;
                let then = self.edge()?;
                self.cursor.expect_word("else")?;
                Terminator::Branch { condition, then, otherwise: self.edge()? }
            }
            "switch" => self.switch()?,
            "return" => {
                let values = match self.cursor.peek() {
                    None | Some(b'@' | b'b' | b'}') => Vec::new(),
                    Some(_) => self.operands()?,
                };
                Terminator::Return(values)
            }
            "thread_exit" => Terminator::ThreadExit,
            "stop" => Terminator::Stop(self.cursor.choice(&STOPS, stop_name, "reason to stop")?),
            _ => return Ok(None),
        };
        Ok(Some(terminator))
    }

    fn switch(&mut self) -> Parsed<Terminator> {
        let value = self.operand()?;
        self.cursor.expect(b'{')?;
        let mut cases = Vec::new();
        while !self.cursor.eat_word("default") {
            let case = self.constant()?;
            cases.push((case, self.edge()?));
            self.cursor.expect(b',')?;
        }
        let default = self.edge()?;
        self.cursor.expect(b'}')?;
        Ok(Terminator::Switch { value, cases, default })
    }

    fn edge(&mut self) -> Parsed<Edge> {
        let target = self.cursor.entity("b")?;
        let mut arguments = Vec::new();
        if self.cursor.eat_adjacent(b'(') {
            arguments = self.operands()?;
            self.cursor.expect(b')')?;
        }
        Ok(Edge { target, arguments })
    }

    /// At least one operand, with commas between.
    pub(super) fn operands(&mut self) -> Parsed<Vec<Operand>> {
        let mut operands = Vec::with_capacity(2);
        operands.push(self.operand()?);
        while self.cursor.eat(b',') {
            operands.push(self.operand()?);
        }
        Ok(operands)
    }

    #[inline]
    pub(super) fn operand(&mut self) -> Parsed<Operand> {
        let operand = match self.cursor.peek() {
            Some(b'r') => Operand::Register(self.cursor.entity("r")?),
            Some(b'0'..=b'9' | b'-' | b't') => return self.constant().map(Operand::Constant),
            Some(b'g') => Operand::Global(self.cursor.entity("g")?),
            Some(b'f') if self.cursor.at_entity(b'f') => {
                Operand::Function(self.cursor.entity("f")?)
            }
            Some(b'f') => return self.constant().map(Operand::Constant),
            Some(b'u') => {
                self.cursor.expect_word("undefined")?;
                self.cursor.expect(b':')?;
                return self.kind().map(Operand::Undefined);
            }
            Some(_) | None => return self.cursor.fail("expected an operand"),
        };
        self.cursor.skip_ornament()?;
        Ok(operand)
    }

    pub(super) fn constant(&mut self) -> Parsed<Bits> {
        if self.cursor.eat_word("true") {
            return Ok(Bits::boolean(true));
        }
        if self.cursor.eat_word("false") {
            return Ok(Bits::boolean(false));
        }
        let start = self.cursor.position();
        let (negative, magnitude) = self.cursor.signed_magnitude()?;
        self.cursor.expect(b':')?;
        let Type::Integer(width) = self.kind()? else {
            return self.cursor.fail("a constant is an integer");
        };
        let bits = if negative {
            Bits::new(magnitude.wrapping_neg(), width)
        } else {
            Bits::new(magnitude, width)
        };
        let back = if negative {
            bits.signed().checked_neg().map(i128::unsigned_abs)
        } else {
            Some(bits.unsigned())
        };
        if back == Some(magnitude) {
            Ok(bits)
        } else {
            self.cursor.fail_at(start, "the constant does not fit its width")
        }
    }

    #[inline]
    pub(super) fn kind(&mut self) -> Parsed<Type> {
        if self.cursor.peek() == Some(b'i') {
            self.cursor.eat(b'i');
            let width = self.cursor.adjacent_u32()?;
            return match u16::try_from(width) {
                Ok(width @ 1..=raddle_terms::bits::MAX_WIDTH) => Ok(Type::Integer(width)),
                Ok(_) | Err(_) => self.cursor.fail("an integer has 1 to 128 bits"),
            };
        }
        match self.cursor.word() {
            "ptr" => Ok(Type::Pointer),
            "f32" => Ok(Type::Float(FloatKind::F32)),
            "f64" => Ok(Type::Float(FloatKind::F64)),
            _ => self.cursor.fail("expected a type"),
        }
    }
}

impl Registers {
    /// False if it was described before.
    #[inline]
    fn describe(&mut self, id: RegisterId, register: Register) -> bool {
        let position = id.position();
        if position >= self.known.len() {
            self.known.resize_with(position + 1, || None);
        }
        let fresh = self.known[position].is_none();
        if fresh {
            self.known[position] = Some(register);
            self.count += 1;
        }
        fresh
    }

    fn finish(self) -> Option<IndexVec<RegisterId, Register>> {
        let complete = self.count == self.known.len();
        complete.then(|| self.known.into_iter().flatten().collect())
    }
}
