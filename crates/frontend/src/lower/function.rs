//! One function: blocks in reverse postorder, phis as block parameters,
//! terminators.
//!
//! In reverse postorder every value is lowered before it is used, so each value
//! is simply looked up. A value that is missing nevertheless was defined after a
//! call that never returns: whatever uses it is never reached.

use raddle_ir::index::Index;
use raddle_ir::{
    Block, BlockId, Edge, Function, IndexVec, Instruction, Location, Operand, RegisterId,
    Statement, StopReason, Terminator, Type,
};
use raddle_terms::{Bits, Operator};
use rustc_hash::FxHashSet;

use super::checks::Trap;
use super::debug_info::Variable;
use super::escapes::Escapes;
use super::scopes::{self, Marks, Scope};
use super::structures::Travels;
use super::{Lowering, ModuleLowering, SymbolTarget, Unsupported, variadic};
use crate::llvm::ast::{
    self, Body, DebugKind, DebugRecord, DebugValue, LocalId, Operation, TerminatorOperation,
    TypeId, Value,
};

/// A function on its way.
pub(crate) struct FunctionLowering<'l, 'm, 'a> {
    pub module: &'l mut ModuleLowering<'m, 'a>,
    pub source: &'m ast::Function<'a>,
    pub body: &'m Body<'a>,
    pub function: Function,
    /// The scalars of each local, once lowered.
    pub values: Vec<Option<Vec<Operand>>>,
    /// The instruction that defines each local.
    pub definitions: Vec<Option<&'m ast::Instruction<'a>>>,
    /// The source variable whose address each local is.
    pub variables: Vec<Option<Variable>>,
    pub traps: Vec<Option<Trap>>,
    pub escapes: Option<Escapes>,
    pub travels: Option<Travels>,
    pub marks: Marks,
    /// The variables of blocks, as their starts are met.
    pub scopes: Vec<Scope>,
    /// Blocks by the position of LLVM's.
    blocks: Vec<Option<BlockId>>,
    pub statements: Vec<Statement>,
    /// Of what is being lowered.
    pub location: Option<Location>,
    /// Set by an instruction after which the block does not go on.
    pub ended: Option<Terminator>,
    /// An object of the function for copying shared memory, and its size.
    pub scratch: Option<(RegisterId, u64)>,
    /// Results of divisions that the compiler's own check already guards.
    pub guarded_divisions: FxHashSet<LocalId>,
    /// Runs in one atomic section (`__VERIFIER_atomic_...`).
    atomic: bool,
}

impl<'m, 'a> ModuleLowering<'m, 'a> {
    /// Gives the function at this position of the module its body.
    pub fn define_function(&mut self, position: usize) {
        let source = &self.module.functions[position];
        let SymbolTarget::Function(id) = self.symbols[source.symbol.index()] else {
            return;
        };
        let Some(body) = &source.body else {
            return;
        };
        if source.linkage == ast::Linkage::AvailableExternally && !self.purpose.inline_bodies {
            return;
        }
        let function = self.functions[id].clone();
        let mut lowering = FunctionLowering::new(self, source, body, function);
        lowering.run();
        let function = lowering.function;
        self.functions[id] = function;
    }
}

impl<'l, 'm, 'a> FunctionLowering<'l, 'm, 'a> {
    fn new(
        module: &'l mut ModuleLowering<'m, 'a>,
        source: &'m ast::Function<'a>,
        body: &'m Body<'a>,
        function: Function,
    ) -> Self {
        let definitions = definitions(body);
        let atomic = is_atomic_name(&function.name);
        let marks = module.marks.within(body);
        let traps = body.blocks.iter().map(|block| Trap::of_block(module.module, block)).collect();
        FunctionLowering {
            module,
            source,
            body,
            function,
            values: vec![None; body.locals.len()],
            definitions,
            variables: vec![None; body.locals.len()],
            traps,
            escapes: None,
            travels: None,
            marks,
            scopes: Vec::new(),
            blocks: vec![None; body.blocks.len()],
            statements: Vec::new(),
            location: None,
            ended: None,
            scratch: None,
            guarded_divisions: FxHashSet::default(),
            atomic,
        }
    }

    fn run(&mut self) {
        self.find_variables();
        let order = self.reverse_postorder();
        for (position, block) in order.iter().enumerate() {
            self.blocks[block.index()] = Some(BlockId::new(position));
        }
        for block in &order {
            self.function.blocks.push(Block {
                parameters: Vec::new(),
                statements: Vec::new(),
                terminator: Terminator::Stop(StopReason::Undefined),
                location: None,
            });
            self.bind_phis(*block);
        }
        for (position, block) in order.iter().enumerate() {
            self.lower_block(*block, position == 0);
            let lowered = &mut self.function.blocks[BlockId::new(position)];
            lowered.statements = std::mem::take(&mut self.statements);
            lowered.location = self.location;
            lowered.terminator =
                self.ended.take().unwrap_or(Terminator::Stop(StopReason::Undefined));
        }
        scopes::place(&mut self.function, &self.scopes);
        variadic::outlive_blocks(&mut self.function);
        self.allocate_scratch();
        remove_unreachable_blocks(&mut self.function);
    }

    /// Which local is the address of which source variable.
    fn find_variables(&mut self) {
        let body = self.body;
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            let Operation::Debug(DebugRecord::Variable {
                kind: DebugKind::Declare,
                value: DebugValue::Operand(address),
                variable,
                expression,
            }) = &instruction.operation
            else {
                continue;
            };
            let Value::Local(local) = address.value else {
                continue;
            };
            let direct = expression.trim_end().ends_with("DIExpression()");
            let entry = &mut self.variables[local.index()];
            if entry.is_none() {
                *entry = self.module.debug.variable(*variable, direct);
            }
        }
        if self.module.origin == raddle_ir::Origin::Library {
            for variable in self.variables.iter_mut().flatten() {
                variable.debug_type = None;
            }
        }
    }

    fn successors(&self, block: ast::BlockId) -> Vec<ast::BlockId> {
        match &self.body.block(block).terminator.operation {
            TerminatorOperation::Jump(target) => vec![*target],
            TerminatorOperation::Branch { then, otherwise, .. } => {
                match self.checked_branch(*then, *otherwise) {
                    Some((_, _, next)) => vec![next],
                    None => vec![*then, *otherwise],
                }
            }
            TerminatorOperation::Switch { cases, default, .. } => {
                let mut list: Vec<_> = cases.iter().map(|(_, target)| *target).collect();
                list.push(*default);
                list
            }
            TerminatorOperation::IndirectBranch { targets, .. } => targets.clone(),
            TerminatorOperation::Return(_)
            | TerminatorOperation::Unreachable
            | TerminatorOperation::Unsupported { .. } => vec![],
        }
    }

    /// The blocks that can be reached, each after all that dominate it.
    fn reverse_postorder(&self) -> Vec<ast::BlockId> {
        let mut seen = vec![false; self.body.blocks.len()];
        let mut order = Vec::new();
        let entry = ast::BlockId(0);
        let mut stack = vec![(entry, self.successors(entry), 0usize)];
        seen[0] = true;
        while let Some((block, successors, next)) = stack.last_mut() {
            match successors.get(*next).copied() {
                Some(successor) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[successor.index()], true) {
                        let list = self.successors(successor);
                        stack.push((successor, list, 0));
                    }
                }
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// A block's phis become its parameters.
    fn bind_phis(&mut self, block: ast::BlockId) {
        let Some(id) = self.blocks[block.index()] else {
            return;
        };
        let body = self.body;
        for instruction in phis(body.block(block)) {
            let (Operation::Phi { type_id, .. }, Some(result)) =
                (&instruction.operation, instruction.result)
            else {
                continue;
            };
            let kinds = self.module.scalars(*type_id).unwrap_or_default();
            let name = body.local(result).name.text().map(str::to_owned);
            let registers: Vec<RegisterId> = kinds
                .into_iter()
                .map(|kind| self.function.new_register(kind, name.clone()))
                .collect();
            self.values[result.index()] =
                Some(registers.iter().copied().map(Operand::Register).collect());
            self.function.blocks[id].parameters.extend(registers);
        }
    }

    fn lower_block(&mut self, block: ast::BlockId, entry: bool) {
        if entry {
            self.lower_entry();
        }
        let body = self.body;
        let source = body.block(block);
        for instruction in &source.instructions {
            if self.ended.is_some() {
                return;
            }
            self.lower_instruction(instruction);
        }
        if self.ended.is_some() {
            return;
        }
        self.location = self.module.debug.location(source.terminator.location);
        let terminator = self.lower_terminator(block, &source.terminator.operation);
        let terminator = terminator.unwrap_or_else(|problem| self.give_up(problem));
        self.ended = Some(terminator);
    }

    /// Binds the parameters; those passed by value get their own copy.
    fn lower_entry(&mut self) {
        self.location = self.function.location;
        if self.atomic {
            self.emit(Instruction::AtomicBegin);
        }
        if self.source.attributes.naked {
            self.emit_unsupported("a function written in assembly");
        }
        let source = self.source;
        let mut registers = self.function.parameters.clone().into_iter();
        for parameter in &source.parameters {
            let Ok(kinds) = self.module.scalars(parameter.type_id) else {
                self.emit_unsupported("a parameter of this type");
                continue;
            };
            let mut scalars: Vec<Operand> =
                registers.by_ref().take(kinds.len()).map(Operand::Register).collect();
            let Some(local) = parameter.local else {
                continue;
            };
            if let (Some(type_id), [pointer]) = (parameter.attributes.by_value, scalars.as_slice())
            {
                let copy = self.copy_parameter(local, type_id, *pointer);
                scalars = vec![self.or_unsupported(copy, Type::Pointer)];
            }
            self.values[local.index()] = Some(scalars);
        }
    }

    fn lower_instruction(&mut self, instruction: &'m ast::Instruction<'a>) {
        if matches!(instruction.operation, Operation::Phi { .. } | Operation::Debug(_)) {
            return;
        }
        self.location = self.module.debug.location(instruction.location);
        let first_new = self.function.registers.next_index();
        let value = match self.lower_operation(instruction) {
            Ok(value) => value,
            Err(Unsupported(what)) => {
                self.emit_unsupported(&what);
                self.undefined_result(instruction.result)
            }
        };
        let Some(result) = instruction.result else {
            return;
        };
        if let ([Operand::Register(register)], Some(name)) =
            (value.as_slice(), self.body.local(result).name.text())
        {
            let entry = &mut self.function.registers[*register];
            if *register >= first_new && entry.name.is_none() {
                entry.name = Some(name.to_owned());
            }
        }
        self.values[result.index()] = Some(value);
    }

    pub fn undefined_result(&self, result: Option<LocalId>) -> Vec<Operand> {
        match result {
            Some(local) => self.undefined(self.body.local(local).type_id),
            None => Vec::new(),
        }
    }

    /// Undefined scalars for a type; none where the type has no registers.
    pub fn undefined(&self, id: TypeId) -> Vec<Operand> {
        self.module.scalars(id).unwrap_or_default().into_iter().map(Operand::Undefined).collect()
    }

    fn lower_terminator(
        &mut self,
        block: ast::BlockId,
        operation: &'m TerminatorOperation<'a>,
    ) -> Lowering<Terminator> {
        match operation {
            TerminatorOperation::Return(value) => {
                let values = match value {
                    Some(operand) if operand.type_id == self.source.result_type => {
                        self.operand(operand)?
                    }
                    None if self.function.results.is_empty() => Vec::new(),
                    Some(_) | None => {
                        return Err(Unsupported::new("a result of another type"));
                    }
                };
                if self.atomic {
                    self.emit(Instruction::AtomicEnd);
                }
                Ok(Terminator::Return(values))
            }
            TerminatorOperation::Jump(target) => Ok(Terminator::Jump(self.edge(block, *target)?)),
            TerminatorOperation::Branch { condition, then, otherwise } => {
                if let Some((trap, holds, next)) = self.checked_branch(*then, *otherwise) {
                    self.lower_check(trap, condition, holds, next)?;
                    return Ok(Terminator::Jump(self.edge(block, next)?));
                }
                let condition = self.single(condition)?;
                Ok(Terminator::Branch {
                    condition,
                    then: self.edge(block, *then)?,
                    otherwise: self.edge(block, *otherwise)?,
                })
            }
            TerminatorOperation::Switch { value, cases, default } => {
                let width = self.module.target.width(self.module.scalar(value.type_id)?);
                let value = self.single(value)?;
                let mut lowered = Vec::with_capacity(cases.len());
                for (case, target) in cases {
                    lowered.push((Bits::from_signed(*case, width), self.edge(block, *target)?));
                }
                Ok(Terminator::Switch {
                    value,
                    cases: lowered,
                    default: self.edge(block, *default)?,
                })
            }
            TerminatorOperation::IndirectBranch { address, targets } => {
                self.lower_indirect_branch(block, address, targets)
            }
            TerminatorOperation::Unreachable => Ok(Terminator::Stop(StopReason::Undefined)),
            TerminatorOperation::Unsupported { opcode, .. } => {
                Err(Unsupported::new(format!("'{opcode}'")))
            }
        }
    }

    /// A computed goto: the addresses of blocks are numbers, see
    /// [`ModuleLowering::block_number`].
    fn lower_indirect_branch(
        &mut self,
        block: ast::BlockId,
        address: &'m ast::Operand<'a>,
        targets: &[ast::BlockId],
    ) -> Lowering<Terminator> {
        let value = self.single(address)?;
        let mut targets = targets.to_vec();
        targets.sort();
        targets.dedup();
        let Some(last) = targets.pop() else {
            return Ok(Terminator::Stop(StopReason::Undefined));
        };
        let mut cases = Vec::new();
        for target in targets {
            let number = self.module.block_number(target);
            cases.push((number, self.edge(block, target)?));
        }
        // The last target is the default; jumping elsewhere is undefined.
        let number = self.module.block_number(last);
        let mut known = self.compare(Operator::Equal, value, Operand::Constant(number));
        for (case, _) in &cases {
            let other = self.compare(Operator::Equal, value, Operand::Constant(*case));
            known = self.apply(Type::Integer(1), Operator::Or, vec![known, other]);
        }
        self.emit(Instruction::Check {
            kind: raddle_ir::CheckKind::Memory,
            condition: known,
            message: "computed goto to something that is no label".to_owned(),
        });
        Ok(Terminator::Switch { value, cases, default: self.edge(block, last)? })
    }

    /// The edge to a block, with the values of its phis.
    fn edge(&mut self, from: ast::BlockId, to: ast::BlockId) -> Lowering<Edge> {
        let body = self.body;
        let target = self.blocks[to.index()]
            .ok_or_else(|| Unsupported::new("a jump to a block that is not there"))?;
        let mut arguments = Vec::new();
        for instruction in phis(body.block(to)) {
            let Operation::Phi { type_id, incoming } = &instruction.operation else {
                continue;
            };
            let value = incoming.iter().find(|(_, block)| *block == from).map(|(value, _)| value);
            match value {
                Some(value) => arguments.extend(self.value(*type_id, value)?),
                None => arguments.extend(self.undefined(*type_id)),
            }
        }
        Ok(Edge { target, arguments })
    }

    /// Ends the block where something is unsupported.
    fn give_up(&mut self, Unsupported(what): Unsupported) -> Terminator {
        self.emit_unsupported(&what);
        Terminator::Stop(StopReason::Undefined)
    }
}

/// The instruction that defines each local.
pub(crate) fn definitions<'m, 'a>(body: &'m Body<'a>) -> Vec<Option<&'m ast::Instruction<'a>>> {
    let mut definitions = vec![None; body.locals.len()];
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        if let Some(result) = instruction.result {
            definitions[result.index()] = Some(instruction);
        }
    }
    definitions
}

/// The start of a block: its phis, and debug records among them.
fn phis<'m, 'a>(block: &'m ast::Block<'a>) -> impl Iterator<Item = &'m ast::Instruction<'a>> {
    block.instructions.iter().take_while(|instruction| {
        matches!(instruction.operation, Operation::Phi { .. } | Operation::Debug(_))
    })
}

/// Functions that run in one atomic section, by their name.
fn is_atomic_name(name: &str) -> bool {
    name.starts_with("__VERIFIER_atomic_")
        && name != "__VERIFIER_atomic_begin"
        && name != "__VERIFIER_atomic_end"
}

/// Blocks behind calls that never return, and the compiler's trap blocks, are
/// of no use to anyone.
fn remove_unreachable_blocks(function: &mut Function) {
    let mut reached = vec![false; function.blocks.len()];
    let mut pending = vec![BlockId::new(0)];
    while let Some(block) = pending.pop() {
        if std::mem::replace(&mut reached[block.position()], true) {
            continue;
        }
        let edges = function.blocks[block].terminator.edges();
        pending.extend(edges.into_iter().map(|edge| edge.target));
    }
    if reached.iter().all(|reached| *reached) {
        return;
    }
    let mut renumbered = vec![BlockId::new(0); function.blocks.len()];
    let mut kept = IndexVec::new();
    let blocks = std::mem::take(&mut function.blocks);
    for (position, block) in blocks.iter().enumerate() {
        if reached[position] {
            renumbered[position] = kept.push(block.clone());
        }
    }
    for block in kept.iter_mut() {
        for edge in block.terminator.edges_mut() {
            edge.target = renumbered[edge.target.position()];
        }
    }
    function.blocks = kept;
}
