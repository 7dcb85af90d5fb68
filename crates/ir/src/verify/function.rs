//! Structure: what is named exists, and is defined before it is used.

use super::{Checker, Problem, has_width, unknown_file, unknown_type};
use crate::dominators::Dominators;
use crate::index::Index;
use crate::{
    BlockId, Callee, Function, FunctionId, Instruction, Operand, Program, RegisterId, Terminator,
};

/// Where a register gets its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Definition {
    Nowhere,
    FunctionParameter,
    BlockParameter(BlockId),
    Statement(BlockId, usize),
}

pub(super) fn verify(
    program: &Program,
    id: FunctionId,
    function: &Function,
    problems: &mut Vec<Problem>,
) {
    let before = problems.len();
    let mut checker = Checker::new(program, id, function, problems);
    checker.types();
    let definitions = checker.definitions();
    let dominators = Dominators::new(function);
    checker.entry(&dominators);
    for (id, block) in function.blocks.iter_enumerated() {
        let reachable = dominators.is_reachable(id).then_some(&dominators);
        for (position, statement) in block.statements.iter().enumerate() {
            checker.at(id, position);
            checker.file(statement.location);
            checker.instruction(&statement.instruction);
            statement
                .instruction
                .for_each_operand(|operand| checker.operand(operand, &definitions, reachable));
        }
        checker.at(id, block.statements.len());
        checker.file(block.location);
        checker.edges(&block.terminator);
        block
            .terminator
            .for_each_operand(|operand| checker.operand(operand, &definitions, reachable));
    }
    // Widths are those of registers, parameters and callees that exist.
    if checker.problems.len() == before {
        checker.widths();
    }
}

impl Checker<'_> {
    fn types(&mut self) {
        self.file(self.function.location);
        for (id, register) in self.function.registers.iter_enumerated() {
            if !has_width(register.kind) {
                self.problem(format!("{id} has the type {}", register.kind));
            }
        }
        for kind in &self.function.results {
            if !has_width(*kind) {
                self.problem(format!("a result has the type {kind}"));
            }
        }
    }

    fn file(&mut self, location: Option<crate::Location>) {
        if let Some(message) = unknown_file(self.program, location) {
            self.problem(message);
        }
    }

    fn definitions(&mut self) -> Vec<Definition> {
        let function = self.function;
        let mut definitions = vec![Definition::Nowhere; function.registers.len()];
        for &register in &function.parameters {
            self.define(&mut definitions, register, Definition::FunctionParameter);
        }
        for (id, block) in function.blocks.iter_enumerated() {
            self.block = Some(id);
            self.statement = None;
            for &register in &block.parameters {
                self.define(&mut definitions, register, Definition::BlockParameter(id));
            }
            for (position, statement) in block.statements.iter().enumerate() {
                self.at(id, position);
                statement.instruction.for_each_result(|&register| {
                    let definition = Definition::Statement(id, position);
                    self.define(&mut definitions, register, definition);
                });
            }
        }
        self.block = None;
        self.statement = None;
        definitions
    }

    fn define(&mut self, definitions: &mut [Definition], register: RegisterId, by: Definition) {
        match definitions.get_mut(register.position()) {
            None => self.problem(format!("{register} is no register")),
            Some(definition @ Definition::Nowhere) => *definition = by,
            Some(_) => self.problem(format!("{register} is defined twice")),
        }
    }

    fn entry(&mut self, dominators: &Dominators) {
        let entry = BlockId::new(Function::ENTRY);
        let Some(block) = self.function.blocks.get(entry) else {
            return;
        };
        self.block = Some(entry);
        if !block.parameters.is_empty() {
            self.problem("the entry block takes parameters");
        }
        if let Some(&from) = dominators.predecessors()[entry].first() {
            self.problem(format!("{from} jumps to the entry block"));
        }
        self.block = None;
    }

    fn operand(
        &mut self,
        operand: &Operand,
        definitions: &[Definition],
        reachable: Option<&Dominators>,
    ) {
        match *operand {
            Operand::Register(register) => self.register_use(register, definitions, reachable),
            Operand::Constant(_) => {}
            Operand::Global(global) => match self.program.globals.get(global) {
                None => self.problem(format!("{global} is no global")),
                Some(known) if known.thread_local => {
                    let name = &known.name;
                    self.problem(format!("{global} ({name}) is thread-local"));
                }
                Some(_) => {}
            },
            Operand::Function(function) => self.function_exists(function),
            Operand::Undefined(kind) => {
                if !has_width(kind) {
                    self.problem(format!("an operand has the type {kind}"));
                }
            }
        }
    }

    fn function_exists(&mut self, function: FunctionId) {
        if self.program.functions.get(function).is_none() {
            self.problem(format!("{function} is no function"));
        }
    }

    fn register_use(
        &mut self,
        register: RegisterId,
        definitions: &[Definition],
        reachable: Option<&Dominators>,
    ) {
        let (Some(block), Some(statement)) = (self.block, self.statement) else {
            return;
        };
        let before = match definitions.get(register.position()) {
            None => return self.problem(format!("{register} is no register")),
            Some(Definition::Nowhere) => {
                return self.problem(format!("{register} is defined nowhere"));
            }
            Some(Definition::FunctionParameter) => true,
            Some(&Definition::BlockParameter(at)) => {
                reachable.is_none_or(|dominators| dominators.dominates(at, block))
            }
            Some(&Definition::Statement(at, position)) => reachable.is_none_or(|dominators| {
                if at == block { position < statement } else { dominators.dominates(at, block) }
            }),
        };
        if !before {
            self.problem(format!("{register} is not defined on every path to its use"));
        }
    }

    /// What an instruction names besides its operands.
    fn instruction(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Allocate { debug_type, .. } => {
                if let Some(message) = unknown_type(self.program, *debug_type) {
                    self.problem(message);
                }
            }
            Instruction::ThreadLocalAddress { global, .. } => {
                match self.program.globals.get(*global) {
                    None => self.problem(format!("{global} is no global")),
                    Some(known) if !known.thread_local => {
                        let name = &known.name;
                        self.problem(format!("{global} ({name}) is not thread-local"));
                    }
                    Some(_) => {}
                }
            }
            Instruction::VariadicArea { .. } => {
                if !self.function.variadic {
                    self.problem("the function is not variadic");
                }
            }
            Instruction::Call { callee, .. } => match callee {
                Callee::Direct(function) => self.function_exists(*function),
                Callee::Indirect(_) => {}
            },
            Instruction::Load { access, .. }
            | Instruction::Store { access, .. }
            | Instruction::Update { access, .. }
            | Instruction::CompareExchange { access, .. }
            | Instruction::Copy { access, .. } => {
                if !has_width(access.kind) {
                    self.problem(format!("the access has the type {}", access.kind));
                }
            }
            Instruction::Apply { .. }
            | Instruction::Fence { .. }
            | Instruction::Free { .. }
            | Instruction::StackSave { .. }
            | Instruction::StackRestore { .. }
            | Instruction::ObjectSize { .. }
            | Instruction::Nondet { .. }
            | Instruction::Assume { .. }
            | Instruction::Check { .. }
            | Instruction::Output { .. }
            | Instruction::CurrentThread { .. }
            | Instruction::Spawn { .. }
            | Instruction::Await { .. }
            | Instruction::AtomicBegin
            | Instruction::AtomicEnd
            | Instruction::Unsupported { .. } => {}
        }
    }

    fn edges(&mut self, terminator: &Terminator) {
        for edge in terminator.edges() {
            let target = edge.target;
            let Some(block) = self.function.blocks.get(target) else {
                self.problem(format!("{target} is no block"));
                continue;
            };
            let (given, taken) = (edge.arguments.len(), block.parameters.len());
            if given != taken {
                self.problem(format!("{target} takes {taken} arguments, not {given}"));
            }
        }
    }
}
