//! Code under construction: a function whose blocks are filled one after the
//! other. Operations on constants are done at once, so that the generators of
//! code need not look for them.

use raddle_ir::{
    Access, Block, BlockId, Callee, CheckKind, Edge, Function, FunctionId, Global, GlobalId,
    IndexVec, Instruction, Location, MemoryOrder, Operand, Origin, RegisterId, Statement,
    StopReason, Target, Terminator, Type,
};
use raddle_terms::{Bits, Operator, operator::evaluate};

/// Of a condition.
pub const BIT: Type = Type::Integer(1);

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
        self.apply(operator, operands, BIT)
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

    /// What is added from now on, up to [`Code::end_if`] with the block that this gives,
    /// runs if the condition is true.
    pub fn begin_if(&mut self, condition: Operand) -> BlockId {
        let (then, join) = (self.block(), self.block());
        self.branch(condition, then, join);
        self.go_to(then);
        join
    }

    /// The same if it is false.
    pub fn begin_unless(&mut self, condition: Operand) -> BlockId {
        let (otherwise, join) = (self.block(), self.block());
        self.branch(condition, join, otherwise);
        self.go_to(otherwise);
        join
    }

    pub fn end_if(&mut self, join: BlockId) {
        self.jump(join);
        self.go_to(join);
    }

    /// A call of a function without results.
    pub fn call(&mut self, function: FunctionId, arguments: Vec<Operand>) {
        let callee = Callee::Direct(function);
        self.add(Instruction::Call { results: Vec::new(), callee, arguments });
    }

    pub fn close(&mut self, terminator: Terminator) {
        let block = &mut self.function.blocks[self.current];
        block.terminator = terminator;
        block.location = self.location;
    }
}

/// A global of the sequential program's own.
pub fn zeroed_global(name: String, size: u64, alignment: u64) -> Global {
    Global {
        name,
        size,
        alignment,
        initial: Vec::new(),
        constant: false,
        thread_local: false,
        kept: false,
        origin: Origin::Library,
        debug_type: None,
        location: None,
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
