//! Code under construction: a function whose blocks are filled one after the
//! other. Operations on constants are done at once, so that those who generate
//! code need not look for them.

use raddle_ir::{
    Access, Block, BlockId, CheckKind, Edge, Function, GlobalId, IndexVec, Instruction, Location,
    MemoryOrder, Operand, Origin, RegisterId, Statement, StopReason, Target, Terminator, Type,
};
use raddle_terms::{Bits, Operator, operator::evaluate};

pub struct Code {
    pub function: Function,
    pub target: Target,
    /// Of the statements that are added now.
    pub location: Option<Location>,
    current: BlockId,
}

impl Code {
    /// A function without parameters and results; the entry is the current block.
    pub fn new(name: &str, target: Target, origin: Origin) -> Code {
        let mut function = Function {
            name: name.to_string(),
            parameters: Vec::new(),
            variadic: false,
            results: Vec::new(),
            registers: IndexVec::new(),
            blocks: IndexVec::new(),
            origin,
            location: None,
        };
        let current = function.blocks.push(unfinished());
        Code { function, target, location: None, current }
    }

    /// A new block; until it is closed it ends in undefined behaviour.
    pub fn block(&mut self) -> BlockId {
        self.function.blocks.push(unfinished())
    }

    pub fn current(&self) -> BlockId {
        self.current
    }

    /// What is added from now on goes there.
    pub fn go_to(&mut self, block: BlockId) {
        self.current = block;
    }

    pub fn register(&mut self, kind: Type) -> RegisterId {
        self.function.new_register(kind, None)
    }

    pub fn parameter(&mut self, block: BlockId, kind: Type) -> Operand {
        let register = self.register(kind);
        self.function.blocks[block].parameters.push(register);
        Operand::Register(register)
    }

    pub fn add(&mut self, instruction: Instruction) {
        let statement = Statement { instruction, location: self.location };
        self.function.blocks[self.current].statements.push(statement);
    }

    /// The result has the kind that is said; its width must be the operator's.
    pub fn apply(&mut self, operator: Operator, operands: &[Operand], kind: Type) -> Operand {
        if let Some(known) = fold(operator, operands) {
            return known;
        }
        let result = self.register(kind);
        self.add(Instruction::Apply { result, operator, operands: operands.to_vec() });
        Operand::Register(result)
    }

    /// A comparison or predicate.
    pub fn test(&mut self, operator: Operator, operands: &[Operand]) -> Operand {
        self.apply(operator, operands, Type::Integer(1))
    }

    pub fn not(&mut self, condition: Operand) -> Operand {
        self.test(Operator::Not, &[condition])
    }

    pub fn both(&mut self, one: Operand, other: Operand) -> Operand {
        self.test(Operator::And, &[one, other])
    }

    pub fn either(&mut self, one: Operand, other: Operand) -> Operand {
        self.test(Operator::Or, &[one, other])
    }

    pub fn choose(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
        kind: Type,
    ) -> Operand {
        if then == otherwise {
            return then;
        }
        self.apply(Operator::IfThenElse, &[condition, then, otherwise], kind)
    }

    pub fn load(&mut self, address: Operand, kind: Type) -> Operand {
        let result = self.register(kind);
        self.add(Instruction::Load { result, address, access: plain(kind) });
        Operand::Register(result)
    }

    pub fn store(&mut self, address: Operand, value: Operand, kind: Type) {
        self.add(Instruction::Store { address, value, access: plain(kind) });
    }

    pub fn read(&mut self, global: GlobalId, kind: Type) -> Operand {
        self.load(Operand::Global(global), kind)
    }

    pub fn write(&mut self, global: GlobalId, value: Operand, kind: Type) {
        self.store(Operand::Global(global), value, kind);
    }

    pub fn nondet(&mut self, kind: Type, name: &str) -> Operand {
        let result = self.register(kind);
        self.add(Instruction::Nondet { result, name: name.to_string() });
        Operand::Register(result)
    }

    pub fn assume(&mut self, condition: Operand) {
        if !is_true(condition) {
            self.add(Instruction::Assume { condition });
        }
    }

    pub fn check(&mut self, kind: CheckKind, condition: Operand, message: &str) {
        if !is_true(condition) {
            self.add(Instruction::Check { kind, condition, message: message.to_string() });
        }
    }

    /// Says a mark, by its number.
    pub fn mark(&mut self, number: usize) {
        self.add(Instruction::Output { value: constant(number as u128, 32) });
    }

    pub fn jump(&mut self, target: BlockId) {
        self.close(Terminator::Jump(edge(target)));
    }

    pub fn branch(&mut self, condition: Operand, then: BlockId, otherwise: BlockId) {
        match condition {
            Operand::Constant(bits) => self.jump(if bits.is_true() { then } else { otherwise }),
            Operand::Register(_)
            | Operand::Global(_)
            | Operand::Function(_)
            | Operand::Undefined(_) => self.close(Terminator::Branch {
                condition,
                then: edge(then),
                otherwise: edge(otherwise),
            }),
        }
    }

    pub fn close(&mut self, terminator: Terminator) {
        let block = &mut self.function.blocks[self.current];
        block.terminator = terminator;
        block.location = self.location;
    }
}

/// An edge without arguments.
pub fn edge(target: BlockId) -> Edge {
    Edge { target, arguments: Vec::new() }
}

pub fn constant(value: u128, width: u16) -> Operand {
    Operand::Constant(Bits::new(value, width))
}

pub fn truth(value: bool) -> Operand {
    Operand::Constant(Bits::boolean(value))
}

pub fn is_true(operand: Operand) -> bool {
    operand == truth(true)
}

pub fn plain(kind: Type) -> Access {
    Access { kind, order: MemoryOrder::Plain, volatile: false }
}

/// The result of an operation whose operands are known, or that needs only one.
pub fn fold(operator: Operator, operands: &[Operand]) -> Option<Operand> {
    let known: Option<Vec<Bits>> = operands
        .iter()
        .map(|operand| match operand {
            Operand::Constant(bits) => Some(*bits),
            Operand::Register(_)
            | Operand::Global(_)
            | Operand::Function(_)
            | Operand::Undefined(_) => None,
        })
        .collect();
    if let Some(known) = known {
        return Some(Operand::Constant(evaluate(operator, &known)));
    }
    match (operator, operands) {
        (Operator::And, [one, other] | [other, one]) if *one == truth(false) => Some(truth(false)),
        (Operator::And, &[one, other]) if is_true(one) => Some(other),
        (Operator::And, &[one, other]) if is_true(other) => Some(one),
        (Operator::Or, [one, other]) if is_true(*one) || is_true(*other) => Some(truth(true)),
        (Operator::Or, &[one, other]) if one == truth(false) => Some(other),
        (Operator::Or, &[one, other]) if other == truth(false) => Some(one),
        (Operator::IfThenElse, &[Operand::Constant(condition), then, otherwise]) => {
            Some(if condition.is_true() { then } else { otherwise })
        }
        _ => None,
    }
}

fn unfinished() -> Block {
    Block {
        parameters: Vec::new(),
        statements: Vec::new(),
        terminator: Terminator::Stop(StopReason::Undefined),
        location: None,
    }
}
