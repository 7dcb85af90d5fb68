//! What `main` gets: one command line, `{"program"}`, or with the conventions of the
//! competition any.
//!
//! What `main` does not look at stays as it is in the one command line and costs nothing. Any
//! `argc` is an input. `argv` is one of a few arrays, one for each length up to
//! [`MOST_ARGUMENTS`], of strings of at most [`LONGEST_ARGUMENT`] characters: a violation that
//! these show is real, but of a program that looks at `argv` nothing is said to hold.
//! The environment is empty.

use raddle_ir::{
    Function, FunctionId, GlobalId, Initial, InitialValue, Instruction, Operand, RegisterId, Type,
};
use raddle_terms::{Bits, Operator};

use super::CommandLine;
use super::entry::Builder;

const PROGRAM_NAME: &[u8] = b"program\0";
const MOST_ARGUMENTS: u64 = 4;
const LONGEST_ARGUMENT: u64 = 7;

/// Why nothing can be said to hold of a program that looks at its arguments.
pub(crate) const FEW_COMMAND_LINES: &str =
    "of the command lines only those of up to four arguments of up to seven characters are tried";

/// Whether what `main` does depends on arguments of which only some are tried.
pub(crate) fn are_too_many(main: &Function, line: CommandLine) -> bool {
    line == CommandLine::Any && main.parameters.get(1).is_some_and(|argv| is_looked_at(main, *argv))
}

/// Whether a parameter is more than kept in a variable that is never read.
fn is_looked_at(function: &Function, parameter: RegisterId) -> bool {
    let used = Operand::Register(parameter);
    users(function, parameter).into_iter().any(|user| match user {
        Some(Instruction::Store { address: Operand::Register(slot), value, .. }) => {
            *value != used || !is_variable(function, *slot) || is_read(function, *slot)
        }
        Some(_) | None => true,
    })
}

fn is_variable(function: &Function, slot: RegisterId) -> bool {
    instructions(function)
        .any(|each| matches!(each, Instruction::Allocate { result, .. } if *result == slot))
}

fn is_read(function: &Function, slot: RegisterId) -> bool {
    let address = Operand::Register(slot);
    users(function, slot).into_iter().any(|user| match user {
        Some(Instruction::Store { value, .. }) => *value == address,
        Some(Instruction::Load { result, .. }) => !users(function, *result).is_empty(),
        Some(_) | None => true,
    })
}

fn instructions(function: &Function) -> impl Iterator<Item = &Instruction> {
    let statements = function.blocks.iter().flat_map(|block| &block.statements);
    statements.map(|statement| &statement.instruction)
}

/// The instructions that read a register; `None` for the end of a block.
fn users(function: &Function, register: RegisterId) -> Vec<Option<&Instruction>> {
    let wanted = Operand::Register(register);
    let mut found = Vec::new();
    for instruction in instructions(function) {
        let mut is_user = false;
        instruction.for_each_operand(|operand| is_user |= *operand == wanted);
        found.extend(is_user.then_some(Some(instruction)));
    }
    for block in function.blocks.iter() {
        block.terminator.for_each_operand(|operand| {
            found.extend((*operand == wanted).then_some(None));
        });
    }
    found
}

impl Builder<'_> {
    pub(super) fn main_arguments(&mut self, main: FunctionId, line: CommandLine) -> Vec<Operand> {
        let function = &self.merged.program.functions[main];
        let asked = |position: usize| {
            let parameter = function.parameters.get(position);
            line == CommandLine::Any && parameter.is_some_and(|it| is_looked_at(function, *it))
        };
        let (any_count, any_vector) = (asked(0) || asked(1), asked(1));
        let kinds: Vec<Type> =
            function.parameters.iter().map(|register| function.registers[*register].kind).collect();
        let target = self.merged.program.target;
        let mut arguments: Vec<Operand> = Vec::new();
        for (position, kind) in kinds.into_iter().enumerate() {
            let count = arguments.first().copied();
            arguments.push(match (position, kind, count) {
                (0, Type::Integer(width), _) if any_count && width > 1 => self.any_count(width),
                (0, _, _) => Operand::Constant(Bits::new(1, target.width(kind))),
                (1, Type::Pointer, Some(count)) if any_vector => self.any_vector(count),
                (1, Type::Pointer, _) => Operand::Global(self.argument_vector()),
                (2, Type::Pointer, _) => {
                    let size = target.pointer_bytes();
                    Operand::Global(self.global("__raddle_environment", size, Vec::new()))
                }
                _ => Operand::Undefined(kind),
            });
        }
        arguments
    }

    /// Any number that is not negative.
    fn any_count(&mut self, width: u16) -> Operand {
        let count = self.function.new_register(Type::Integer(width - 1), None);
        self.emit(Instruction::Nondet { result: count, name: "argc".to_owned() });
        self.apply(
            Type::Integer(width),
            Operator::ZeroExtend(width),
            vec![Operand::Register(count)],
        )
    }

    /// The array that goes with the number, which is not larger than we can have.
    fn any_vector(&mut self, count: Operand) -> Operand {
        let width = match count {
            Operand::Register(register) => {
                self.merged.program.target.width(self.function.registers[register].kind)
            }
            Operand::Constant(bits) => bits.width(),
            Operand::Global(_) | Operand::Function(_) | Operand::Undefined(_) => return count,
        };
        let number = |value: u64| Operand::Constant(Bits::new(u128::from(value), width));
        let condition = self.apply(
            Type::Integer(1),
            Operator::UnsignedLessOrEqual,
            vec![count, number(MOST_ARGUMENTS)],
        );
        self.emit(Instruction::Assume { condition });
        let strings: Vec<GlobalId> =
            (0..MOST_ARGUMENTS).map(|which| self.any_string(which)).collect();
        let mut vector = Operand::Global(self.vector_of(&strings));
        for length in (0..MOST_ARGUMENTS).rev() {
            let shorter = Operand::Global(self.vector_of(&strings[..length as usize]));
            let is_it = self.apply(Type::Integer(1), Operator::Equal, vec![count, number(length)]);
            vector = self.apply(Type::Pointer, Operator::IfThenElse, vec![is_it, shorter, vector]);
        }
        vector
    }

    /// Anything that ends in a zero.
    fn any_string(&mut self, which: u64) -> GlobalId {
        let name = format!("__raddle_argument_{which}");
        let string = self.global(&name, LONGEST_ARGUMENT + 1, Vec::new());
        self.forget(string, LONGEST_ARGUMENT);
        string
    }

    /// `{"program", NULL}`
    fn argument_vector(&mut self) -> GlobalId {
        let name = self.global(
            "__raddle_program_name",
            PROGRAM_NAME.len() as u64,
            vec![Initial { offset: 0, value: InitialValue::Bytes(PROGRAM_NAME.to_vec()) }],
        );
        self.vector_of(&[name])
    }

    /// Pointers to these strings, and a null pointer behind them.
    fn vector_of(&mut self, strings: &[GlobalId]) -> GlobalId {
        let word = self.merged.program.target.pointer_bytes();
        let places = (0..).map(|position: u64| position * word);
        let initial = places.zip(strings).map(|(offset, string)| Initial {
            offset,
            value: InitialValue::GlobalAddress { global: *string, addend: 0 },
        });
        let size = (strings.len() as u64 + 1) * word;
        let name = format!("__raddle_arguments_{}", strings.len());
        self.global(&name, size, initial.collect())
    }

    fn apply(&mut self, kind: Type, operator: Operator, operands: Vec<Operand>) -> Operand {
        let result = self.function.new_register(kind, None);
        self.emit(Instruction::Apply { result, operator, operands });
        Operand::Register(result)
    }
}
