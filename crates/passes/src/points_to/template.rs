//! What one function contributes to the points-to problem, said once and then
//! instantiated for each copy of the function.
//!
//! Registers that certainly hold pointers into the same objects (a pointer and
//! the same pointer plus an offset, a value and its truncation) form one class;
//! they are one unknown for the solver. A register of a single bit has none.

use raddle_ir::index::Index;
use raddle_ir::{
    BlockId, Callee, Function, FunctionId, Instruction, Operand, Program, RegisterId, Terminator,
    Type,
};
use raddle_terms::Operator;

use super::ObjectNumbers;

/// A set that is read: of a class, or of one known object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Class(u32),
    Object(u32),
}

#[derive(Clone, Debug)]
pub(super) enum Constraint {
    /// `to ⊇ from`
    Flow {
        from: Term,
        to: u32,
    },
    /// `to ⊇ contents of every target of address`
    Load {
        address: Term,
        to: u32,
    },
    /// `contents of every target of address ⊇ value`
    Store {
        address: Term,
        value: Term,
    },
    Allocation {
        site: (BlockId, u32),
        to: u32,
    },
    VariadicArea {
        to: u32,
    },
    Call {
        site: (BlockId, u32),
        callee: Term,
        arguments: Vec<Option<Term>>,
        results: Vec<Option<u32>>,
    },
    Spawn {
        site: (BlockId, u32),
        function: Term,
        argument: Option<Term>,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Template {
    /// How many classes there are.
    pub classes: u32,
    class_of: Vec<Option<u32>>,
    pub parameters: Vec<Option<u32>>,
    /// One class a result of the function.
    pub returned: Vec<u32>,
    pub variadic: bool,
    pub constraints: Vec<Constraint>,
    pub statements: usize,
}

impl Template {
    pub fn new(program: &Program, numbers: ObjectNumbers, id: FunctionId) -> Template {
        let function = &program.functions[id];
        let (class_of, classes) = classes(function);
        let mut template = Template {
            classes,
            parameters: function
                .parameters
                .iter()
                .map(|&register| class_at(&class_of, register))
                .collect(),
            class_of,
            returned: Vec::new(),
            variadic: function.variadic,
            constraints: Vec::new(),
            statements: function.blocks.iter().map(|block| block.statements.len() + 1).sum(),
        };
        for _ in &function.results {
            let class = template.new_class();
            template.returned.push(class);
        }
        for (block_id, block) in function.blocks.iter_enumerated() {
            for (position, statement) in block.statements.iter().enumerate() {
                let site = (block_id, u32::try_from(position).unwrap_or(u32::MAX));
                template.instruction(numbers, site, &statement.instruction);
            }
            template.terminator(numbers, function, &block.terminator);
        }
        template
    }

    pub fn class(&self, register: RegisterId) -> Option<u32> {
        class_at(&self.class_of, register)
    }

    pub fn term(&self, numbers: ObjectNumbers, operand: &Operand) -> Option<Term> {
        match *operand {
            Operand::Register(register) => self.class(register).map(Term::Class),
            Operand::Global(global) => Some(Term::Object(numbers.global(global))),
            Operand::Function(function) => Some(Term::Object(numbers.function(function))),
            // A number is no address of ours; see the head of `points_to`.
            Operand::Constant(_) | Operand::Undefined(_) => None,
        }
    }

    fn new_class(&mut self) -> u32 {
        self.classes += 1;
        self.classes - 1
    }

    fn flow(&mut self, from: Option<Term>, to: Option<u32>) {
        if let (Some(from), Some(to)) = (from, to)
            && from != Term::Class(to)
        {
            self.constraints.push(Constraint::Flow { from, to });
        }
    }

    fn load(&mut self, address: Option<Term>, to: Option<u32>) {
        if let (Some(address), Some(to)) = (address, to) {
            self.constraints.push(Constraint::Load { address, to });
        }
    }

    fn store(&mut self, address: Option<Term>, value: Option<Term>) {
        if let (Some(address), Some(value)) = (address, value) {
            self.constraints.push(Constraint::Store { address, value });
        }
    }

    fn instruction(
        &mut self,
        numbers: ObjectNumbers,
        site: (BlockId, u32),
        instruction: &Instruction,
    ) {
        let term = |template: &Template, operand: &Operand| template.term(numbers, operand);
        match instruction {
            Instruction::Apply { result, operator, operands } => {
                let to = self.class(*result);
                for operand in carriers(*operator, operands) {
                    self.flow(term(self, operand), to);
                }
            }
            Instruction::Load { result, address, .. } => {
                self.load(term(self, address), self.class(*result))
            }
            Instruction::Store { address, value, .. } => {
                self.store(term(self, address), term(self, value));
            }
            Instruction::Update { result, address, value, .. } => {
                self.load(term(self, address), self.class(*result));
                self.store(term(self, address), term(self, value));
            }
            Instruction::CompareExchange { old, address, desired, .. } => {
                self.load(term(self, address), self.class(*old));
                self.store(term(self, address), term(self, desired));
            }
            Instruction::Copy { to, from, .. } => {
                let between = self.new_class();
                self.load(term(self, from), Some(between));
                self.store(term(self, to), Some(Term::Class(between)));
            }
            Instruction::Allocate { result, .. } => {
                if let Some(to) = self.class(*result) {
                    self.constraints.push(Constraint::Allocation { site, to });
                }
            }
            Instruction::ThreadLocalAddress { result, global } => {
                let object = Some(Term::Object(numbers.global(*global)));
                self.flow(object, self.class(*result));
            }
            Instruction::VariadicArea { result } => {
                if let Some(to) = self.class(*result) {
                    self.constraints.push(Constraint::VariadicArea { to });
                }
            }
            Instruction::Call { results, callee, arguments } => {
                self.call(numbers, site, results, callee, arguments)
            }
            Instruction::Spawn { function, argument, .. } => {
                if let Some(function) = term(self, function) {
                    let argument = term(self, argument);
                    self.constraints.push(Constraint::Spawn { site, function, argument });
                }
            }
            Instruction::Fence { .. }
            | Instruction::Free { .. }
            | Instruction::StackSave { .. }
            | Instruction::StackRestore { .. }
            | Instruction::ObjectSize { .. }
            | Instruction::Nondet { .. }
            | Instruction::Assume { .. }
            | Instruction::Check { .. }
            | Instruction::Output { .. }
            | Instruction::CurrentThread { .. }
            | Instruction::Await { .. }
            | Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Unsupported { .. } => {}
        }
    }

    fn call(
        &mut self,
        numbers: ObjectNumbers,
        site: (BlockId, u32),
        results: &[RegisterId],
        callee: &Callee,
        arguments: &[Operand],
    ) {
        let callee = match callee {
            Callee::Direct(function) => Some(Term::Object(numbers.function(*function))),
            Callee::Indirect(pointer) => self.term(numbers, pointer),
        };
        let Some(callee) = callee else { return };
        self.constraints.push(Constraint::Call {
            site,
            callee,
            arguments: arguments.iter().map(|each| self.term(numbers, each)).collect(),
            results: results.iter().map(|&each| self.class(each)).collect(),
        });
    }

    fn terminator(&mut self, numbers: ObjectNumbers, function: &Function, end: &Terminator) {
        match end {
            Terminator::Return(values) => {
                for (position, value) in values.iter().enumerate() {
                    let to = self.returned.get(position).copied();
                    self.flow(self.term(numbers, value), to);
                }
            }
            Terminator::Jump(_)
            | Terminator::Branch { .. }
            | Terminator::Switch { .. }
            | Terminator::ThreadExit
            | Terminator::Stop(_) => {}
        }
        for edge in end.edges() {
            let parameters = &function.blocks[edge.target].parameters;
            for (&parameter, argument) in parameters.iter().zip(&edge.arguments) {
                self.flow(self.term(numbers, argument), self.class(parameter));
            }
        }
    }
}

fn class_at(class_of: &[Option<u32>], register: RegisterId) -> Option<u32> {
    class_of.get(register.position()).copied().flatten()
}

/// The operands from which the result may get a pointer.
pub(super) fn carriers(operator: Operator, operands: &[Operand]) -> &[Operand] {
    match operator {
        // The object is that of the first operand, by what the operator means.
        Operator::PointerAdd { .. } => operands.get(..1).unwrap_or_default(),
        // The condition decides, but does not flow.
        Operator::IfThenElse => operands.get(1..).unwrap_or_default(),
        Operator::Comparison(_) | Operator::Overflow(_) | Operator::FloatCompare(..) => &[],
        Operator::Binary(_)
        | Operator::Unary(_)
        | Operator::ZeroExtend(_)
        | Operator::SignExtend(_)
        | Operator::Extract { .. }
        | Operator::Concat
        | Operator::FloatBinary(..)
        | Operator::FloatUnary(..)
        | Operator::FloatConvert { .. }
        | Operator::FloatToSigned { .. }
        | Operator::FloatToUnsigned { .. }
        | Operator::SignedToFloat(_)
        | Operator::UnsignedToFloat(_) => operands,
    }
}

/// The class of each register, and how many there are.
fn classes(function: &Function) -> (Vec<Option<u32>>, u32) {
    let mut parents: Vec<usize> = (0..function.registers.len()).collect();
    for block in function.blocks.iter() {
        for statement in &block.statements {
            if let Instruction::Apply { result, operator, operands } = &statement.instruction
                && let Some(source) = only_source(*operator, operands)
                && is_tracked(function, source)
                && is_tracked(function, *result)
            {
                let (one, other) =
                    (root(&mut parents, source.position()), root(&mut parents, result.position()));
                parents[other] = one;
            }
        }
    }
    let mut numbered: Vec<Option<u32>> = vec![None; parents.len()];
    let mut count = 0;
    let mut class_of = Vec::with_capacity(parents.len());
    for register in function.registers.indices() {
        if !is_tracked(function, register) {
            class_of.push(None);
            continue;
        }
        let root = root(&mut parents, register.position());
        let class = *numbered[root].get_or_insert_with(|| {
            count += 1;
            count - 1
        });
        class_of.push(Some(class));
    }
    (class_of, count)
}

fn is_tracked(function: &Function, register: RegisterId) -> bool {
    function.registers.get(register).is_some_and(|register| register.kind != Type::Integer(1))
}

/// The one register that the result's pointers come from, if it is so simple.
fn only_source(operator: Operator, operands: &[Operand]) -> Option<RegisterId> {
    let mut source = None;
    for operand in carriers(operator, operands) {
        match operand {
            Operand::Register(register) => {
                if source.is_some_and(|other| other != *register) {
                    return None;
                }
                source = Some(*register);
            }
            Operand::Global(_) | Operand::Function(_) => return None,
            Operand::Constant(_) | Operand::Undefined(_) => {}
        }
    }
    source
}

fn root(parents: &mut [usize], mut register: usize) -> usize {
    while parents[register] != register {
        parents[register] = parents[parents[register]];
        register = parents[register];
    }
    register
}
