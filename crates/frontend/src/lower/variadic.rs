//! Variable arguments.
//!
//! The caller lays them out in one area as the platform does, and clang's own expansion
//! of `va_arg` in the callee reads them there. On 32-bit x86 they follow each other word
//! by word, and a `va_list` is a pointer to the next one. On x86-64 (System V ABI, sections
//! 3.2.3 and 3.5.7) the area begins with what the registers hold, the named arguments'
//! being left empty, and goes on with what lies on the stack. Neither can be left out:
//! only arguments on the stack are aligned, and from what the caller's code says of an argument
//! it cannot be seen how.
//!
//! Structures of 16 bytes whose second half is nothing but padding are passed in one register,
//! but copied from two, so that there has to be something behind it. From the call it cannot
//! always be seen that an argument is one: where it may be, a `va_arg` for one argument
//! too many gets an arbitrary value, and no memory error is reported.
//!
//! Incomplete: vectors of more than 16 bytes.

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Function, Instruction, Operand, Statement, Type};
use raddle_terms::{Bits, Operator};

use super::function::FunctionLowering;
use super::memory::Flags;
use super::regions::Region;
use super::{Lowering, Unsupported};
use crate::llvm::ast::{self, Argument, Call, Operation, TypeId};

/// Bytes of a word, and words that the registers' part of the area has room for: six
/// integer registers of one word, eight vector registers of two.
const WORD: u64 = 8;
const GENERAL_REGISTERS: usize = 6;
const VECTOR_REGISTERS: usize = 8;
const REGISTER_WORDS: usize = GENERAL_REGISTERS + 2 * VECTOR_REGISTERS;

/// Where in the area the part of the stack begins: aligned as much as any argument.
const STACK_WORDS: usize = 32;

/// Offsets in the `va_list` of x86-64.
const VECTOR_OFFSET: i64 = 4;
const OVERFLOW_AREA: i64 = 8;
const REGISTER_AREA: i64 = 16;

/// An empty word.
const NOTHING: Operand = Operand::Undefined(Type::Integer(64));

/// Where a scalar argument goes as long as there is room.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Integer registers: one or two.
    General(usize),
    Vector,
    Stack,
}

/// The variable arguments of a call on x86-64.
pub struct Area {
    general: usize,
    vector: usize,
    registers: [Operand; REGISTER_WORDS],
    /// Words of these up to the last one that is a variable argument.
    used: usize,
    stack: Vec<Operand>,
}

impl Area {
    pub fn new() -> Area {
        let registers = [NOTHING; REGISTER_WORDS];
        Area { general: 0, vector: 0, registers, used: 0, stack: Vec::new() }
    }

    /// The first of this many integer registers, if there are so many left.
    fn take_general(&mut self, count: usize) -> Option<usize> {
        let first = self.general;
        let fits = first + count <= GENERAL_REGISTERS;
        self.general += if fits { count } else { 0 };
        fits.then_some(first)
    }

    fn take_vector(&mut self) -> Option<usize> {
        let first = self.vector;
        let fits = first < VECTOR_REGISTERS;
        self.vector += usize::from(fits);
        fits.then_some(GENERAL_REGISTERS + 2 * first)
    }

    /// Where the words of an argument go in the registers' part.
    fn take(&mut self, class: Class) -> Option<usize> {
        match class {
            Class::General(count) => self.take_general(count),
            Class::Vector => self.take_vector(),
            Class::Stack => None,
        }
    }

    /// Behind what is `padded` there is another word to be read.
    fn place(&mut self, class: Class, words: &[Operand], padded: bool) {
        match self.take(class) {
            Some(first) => {
                for (at, word) in words.iter().enumerate() {
                    self.registers[first + at] = *word;
                }
                // A structure may fill half of a vector register, and be copied from all of it.
                let whole = match class {
                    Class::Vector => 2,
                    Class::General(_) | Class::Stack => words.len() + usize::from(padded),
                };
                self.used = self.used.max(first + whole);
            }
            None => self.push(words, words.len() as u64 * WORD),
        }
    }

    /// Onto the stack, at a multiple of so many bytes.
    pub fn push(&mut self, words: &[Operand], alignment: u64) {
        while !(self.stack.len() as u64 * WORD).is_multiple_of(alignment.max(WORD)) {
            self.stack.push(NOTHING);
        }
        self.stack.extend(words);
    }

    /// All words up to the last one that is an argument: behind it is nothing to read.
    pub fn words(self) -> Vec<Operand> {
        let mut words = self.registers.to_vec();
        if self.stack.is_empty() {
            words.truncate(self.used);
        } else {
            words.resize(STACK_WORDS, NOTHING);
            words.extend(self.stack);
        }
        words
    }
}

/// The arguments outlive every block: in a function that takes back what its blocks made, their
/// area is made at the beginning.
pub fn outlive_blocks(function: &mut Function) {
    let mut statements = function.blocks.iter().flat_map(|block| &block.statements);
    if !statements.any(|it| matches!(it.instruction, Instruction::StackRestore { .. })) {
        return;
    }
    let mut areas = Vec::new();
    for block in function.blocks.iter_mut() {
        let (made, others): (Vec<Statement>, _) = std::mem::take(&mut block.statements)
            .into_iter()
            .partition(|it| matches!(it.instruction, Instruction::VariadicArea { .. }));
        areas.extend(made);
        block.statements = others;
    }
    function.blocks[BlockId::new(0)].statements.splice(0..0, areas);
}

impl<'m, 'a> FunctionLowering<'_, 'm, 'a> {
    pub fn lower_variadic_start(&mut self, call: &'m Call<'a>) -> Lowering<Vec<Operand>> {
        let list = self.argument(call, 0)?;
        let area = self.new_register(Type::Pointer);
        self.emit(Instruction::VariadicArea { result: area });
        let area = Operand::Register(area);
        if self.module.target.pointer_bits == 32 {
            self.store(list, area, Type::Pointer, Flags::PLAIN);
            return Ok(Vec::new());
        }
        let region = call.arguments.first().and_then(|list| self.region(&list.operand.value));
        let is_pointer = |region: Region| {
            matches!(self.module.module.type_of(region.type_id), ast::Type::Pointer { .. })
        };
        if region.is_some_and(is_pointer) {
            return Err(Unsupported::new("a list of variable arguments of `ms_abi`"));
        }
        let mut named = Area::new();
        for parameter in &self.source.parameters {
            if parameter.attributes.by_value.is_none() {
                for class in self.classes(parameter.type_id)? {
                    named.take(class);
                }
            }
        }
        let general = named.general as u128 * u128::from(WORD);
        let vector = (GENERAL_REGISTERS + 2 * named.vector) as u128 * u128::from(WORD);
        let word = Type::Integer(32);
        let general = Operand::Constant(Bits::new(general, 32));
        let vector = Operand::Constant(Bits::new(vector, 32));
        let stack = self.displaced(area, STACK_WORDS as i64 * WORD as i64);
        for (offset, value, kind) in [
            (0, general, word),
            (VECTOR_OFFSET, vector, word),
            (OVERFLOW_AREA, stack, Type::Pointer),
            (REGISTER_AREA, area, Type::Pointer),
        ] {
            let address = self.displaced(list, offset);
            self.store(address, value, kind, Flags::PLAIN);
        }
        Ok(Vec::new())
    }

    /// Where the scalars of an argument go.
    fn classes(&self, type_id: TypeId) -> Lowering<Vec<Class>> {
        let is_vector = matches!(self.module.module.type_of(type_id), ast::Type::Vector { .. });
        let class = |kind: Type| match kind {
            Type::Integer(bits) if is_vector && bits <= 128 => Ok(Class::Vector),
            Type::Integer(_) if is_vector => Err(Unsupported::new("a large vector argument")),
            Type::Integer(80) => Ok(Class::Stack),
            Type::Integer(bits) => Ok(Class::General(usize::from(bits).div_ceil(64))),
            Type::Float(_) => Ok(Class::Vector),
            Type::Pointer => Ok(Class::General(1)),
        };
        self.module.scalars(type_id)?.into_iter().map(class).collect()
    }

    /// Registers that a named argument of a variadic call uses up.
    pub fn skip_named(&mut self, area: &mut Area, argument: &Argument<'a>) -> Lowering<()> {
        if argument.attributes.by_value.is_none() {
            for class in self.classes(argument.operand.type_id)? {
                area.take(class);
            }
        }
        Ok(())
    }

    /// Puts a variable argument into the area.
    pub fn pass_variable(&mut self, area: &mut Area, argument: &'m Argument<'a>) -> Lowering<()> {
        let type_id = argument.operand.type_id;
        let kinds = self.module.scalars(type_id)?;
        let classes = self.classes(type_id)?;
        let values = self.operand(&argument.operand)?;
        let padded = values.len() == 1 && self.may_be_padded(argument);
        for ((value, kind), class) in values.into_iter().zip(kinds).zip(classes) {
            let width = self.module.target.width(kind);
            if width <= 64 {
                area.place(class, &[value], padded);
                continue;
            }
            let wide = self.resize(value, width, Type::Integer(128));
            let words = [0, 64].map(|low| {
                let part = Operator::Extract { low, width: 64 };
                self.apply(Type::Integer(64), part, vec![wide])
            });
            area.place(class, &words, false);
        }
        Ok(())
    }

    /// It may be a structure of more bytes than are passed.
    fn may_be_padded(&self, argument: &Argument<'a>) -> bool {
        let definition = |operand: &ast::Operand<'a>| match operand.value {
            ast::Value::Local(local) => self.definitions[local.index()],
            ast::Value::Constant(_) | ast::Value::Metadata(_) => None,
        };
        if argument.attributes.is_defined {
            return false;
        }
        let loaded = definition(&argument.operand);
        let Some(Operation::Load { address, .. }) = loaded.map(|loaded| &loaded.operation) else {
            return true;
        };
        let is_large = |type_id| self.module.size_of(type_id).is_ok_and(|size| size > WORD);
        let mut address = address;
        // So many steps at most, even if damaged text goes round in a circle.
        for _ in 0..self.definitions.len() {
            address = match definition(address).map(|place| &place.operation) {
                Some(Operation::Allocate { type_id, count: None, .. }) => {
                    return is_large(*type_id);
                }
                // A first member of a first member is in all of them.
                Some(Operation::GetElementPointer { source_type, base, .. })
                    if !is_large(*source_type) =>
                {
                    base
                }
                // Where pointers have types, to the one of what is passed.
                Some(Operation::Cast { operand, .. }) => operand,
                _ => return true,
            };
        }
        true
    }

    pub fn lower_variadic_copy(&mut self, call: &'m Call<'a>) -> Lowering<Vec<Operand>> {
        let to = self.argument(call, 0)?;
        let from = self.argument(call, 1)?;
        let parts: &[(i64, Type)] = match self.module.target.pointer_bits {
            32 => &[(0, Type::Pointer)],
            _ => &[
                (0, Type::Integer(32)),
                (VECTOR_OFFSET, Type::Integer(32)),
                (OVERFLOW_AREA, Type::Pointer),
                (REGISTER_AREA, Type::Pointer),
            ],
        };
        for (offset, kind) in parts {
            let source = self.displaced(from, *offset);
            let value = self.load(source, *kind, Flags::PLAIN);
            let target = self.displaced(to, *offset);
            self.store(target, value, *kind, Flags::PLAIN);
        }
        Ok(Vec::new())
    }

    /// The `va_arg` instruction, which clang itself uses for simple types of 32-bit
    /// x86 at most.
    pub fn lower_variadic_argument(
        &mut self,
        list: &'m ast::Operand<'a>,
        type_id: TypeId,
    ) -> Lowering<Vec<Operand>> {
        let kind = self.module.scalar(type_id)?;
        let list = self.pointer(list)?;
        let word = self.module.target.pointer_bytes();
        let size = self.module.size_of(type_id)?;
        if size > 2 * word || self.module.target.pointer_bits != 32 {
            return Err(Unsupported::new("this kind of variable argument"));
        }
        let area = self.load(list, Type::Pointer, Flags::PLAIN);
        let value = self.load(area, kind, Flags::PLAIN);
        let next = self.displaced(area, size.next_multiple_of(word) as i64);
        self.store(list, next, Type::Pointer, Flags::PLAIN);
        Ok(vec![value])
    }
}
