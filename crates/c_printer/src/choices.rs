//! Makes every nondeterministic value of a program explicit, so that a run is
//! determined by the values of its `nondet` instructions, in their order: what is
//! used without ever having been written (operands, objects of a known size), and
//! weak exchanges that fail by themselves.
//!
//! Incomplete: objects whose size is no constant, or beyond [`LARGEST`], stay as
//! they are: verifiers take their contents for anything, but a run of the compiled
//! program finds there what happens to be there.

use raddle_ir::{
    Access, Block, Function, IndexVec, Instruction, MemoryOrder, Operand, Program, RegisterId,
    Statement, Type,
};
use raddle_terms::{Bits, Operator};

use crate::shapes::{Field, Shape};

/// Bytes of an object that gets its contents from `nondet`.
pub const LARGEST: u64 = 1024;

/// The same program with every choice made by a `nondet`.
pub fn with_choices(mut program: Program) -> Program {
    let functions = std::mem::take(&mut program.functions);
    let rewritten: IndexVec<_, Function> =
        functions.iter().map(|function| rewrite(&program, function)).collect();
    program.functions = rewritten;
    program
}

fn rewrite(program: &Program, function: &Function) -> Function {
    let mut writer =
        Writer { program, function: function.clone(), statements: Vec::new(), location: None };
    let mut blocks = IndexVec::new();
    for block in function.blocks.iter() {
        for statement in &block.statements {
            writer.location = statement.location;
            writer.statement(statement.instruction.clone());
        }
        writer.location = block.location;
        let mut terminator = block.terminator.clone();
        terminator.for_each_operand_mut(|operand| writer.define(operand));
        let statements = std::mem::take(&mut writer.statements);
        blocks.push(Block {
            parameters: block.parameters.clone(),
            statements,
            terminator,
            location: block.location,
        });
    }
    writer.function.blocks = blocks;
    writer.function
}

struct Writer<'p> {
    program: &'p Program,
    function: Function,
    statements: Vec<Statement>,
    location: Option<raddle_ir::Location>,
}

impl Writer<'_> {
    fn add(&mut self, instruction: Instruction) {
        self.statements.push(Statement { instruction, location: self.location });
    }

    fn register(&mut self, kind: Type) -> RegisterId {
        self.function.new_register(kind, None)
    }

    fn nondet(&mut self, kind: Type, name: &str) -> RegisterId {
        let result = self.register(kind);
        self.add(Instruction::Nondet { result, name: name.to_string() });
        result
    }

    /// An operand that was never written gets a value.
    fn define(&mut self, operand: &mut Operand) {
        if let Operand::Undefined(kind) = *operand {
            *operand = Operand::Register(self.nondet(kind, "never written"));
        }
    }

    fn apply(&mut self, operator: Operator, operands: Vec<Operand>, kind: Type) -> Operand {
        let result = self.register(kind);
        self.add(Instruction::Apply { result, operator, operands });
        Operand::Register(result)
    }

    fn statement(&mut self, mut instruction: Instruction) {
        instruction.for_each_operand_mut(|operand| self.define(operand));
        if let Instruction::CompareExchange {
            old,
            success,
            address,
            expected,
            desired,
            weak: true,
            access,
            ..
        } = instruction
        {
            let exchange = Exchange { old, success, address, expected, desired, access };
            return self.weak_exchange(exchange);
        }
        self.add(instruction.clone());
        if let Instruction::Allocate {
            result,
            zeroed: false,
            size: Operand::Constant(size),
            debug_type,
            ..
        } = instruction
            && size.low64() <= LARGEST
        {
            let size = size.low64();
            let shape = Shape::new(self.program, size, debug_type, &[]);
            shape.fields.iter().for_each(|field| self.contents(result, field, size));
        }
    }

    /// Anything is written to the part of an object.
    fn contents(&mut self, object: RegisterId, field: &Field, size: u64) {
        let width = self.program.target.width(field.kind);
        let bytes = field.element(self.program);
        for index in 0..field.count.max(1) {
            let offset = field.offset + index * bytes;
            if offset + bytes > size {
                continue;
            }
            let kind = Type::Integer(width);
            let mut address = Operand::Register(object);
            if offset > 0 {
                let pointer_bits = self.program.target.pointer_bits;
                let distance = Operand::Constant(Bits::new(u128::from(offset), pointer_bits));
                // The passes say how many.
                let operator = Operator::PointerAdd { offset_bits: 0 };
                address = self.apply(operator, vec![address, distance], Type::Pointer);
            }
            let value = Operand::Register(self.nondet(kind, "never written"));
            let access = Access { kind, order: MemoryOrder::Plain, volatile: false };
            self.add(Instruction::Store { address, value, access });
        }
    }

    /// In a program of one thread an exchange is a look and a write.
    fn weak_exchange(&mut self, exchange: Exchange) {
        let Exchange { old, success, address, expected, desired, access } = exchange;
        let bit = Type::Integer(1);
        let fails = Operand::Register(self.nondet(bit, "fails by itself"));
        self.add(Instruction::Load { result: old, address, access });
        let found = Operand::Register(old);
        let goes = self.apply(Operator::Not, vec![fails], bit);
        let equal = self.apply(Operator::Equal, vec![found, expected], bit);
        let (operator, operands) = (Operator::And, vec![equal, goes]);
        self.add(Instruction::Apply { result: success, operator, operands });
        let operands = vec![Operand::Register(success), desired, found];
        let value = self.apply(Operator::IfThenElse, operands, access.kind);
        self.add(Instruction::Store { address, value, access });
    }
}

struct Exchange {
    old: RegisterId,
    success: RegisterId,
    address: Operand,
    expected: Operand,
    desired: Operand,
    access: Access,
}
