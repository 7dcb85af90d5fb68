//! Why checks hold, for people: what the variables in their conditions can be.
//!
//! Noted in a round of its own, when everything is proved that can be. Incomplete: only variables
//! that the condition is computed from in the function itself are told, without the paths that lead there.

use std::collections::BTreeMap;

use raddle_ir::{
    Block, CheckKind, Function, Instruction, Operand, Origin, RegisterId, Statement, Terminator,
};
use raddle_passes::{Place, Ready};
use raddle_semantics::Frame;
use raddle_terms::Term;

use crate::kinds::KindId;
use crate::range::Range;
use crate::values::{Ranges, Values};

/// What the variables in a check's condition can be, by their names.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    pub message: String,
    pub variables: BTreeMap<String, Range>,
    pub kinds: Vec<KindId>,
}

/// By check and place.
pub type Grounds = BTreeMap<(CheckKind, Place), Ground>;

/// How far a condition is followed back to variables.
const DEEPEST: u32 = 6;

/// Where a thread has run a part of a block.
pub struct Passed<'p> {
    pub ready: &'p Ready,
    pub values: &'p Values,
    pub ranges: &'p Ranges,
    pub frame: &'p Frame<Term>,
    pub kind: KindId,
}

impl Passed<'_> {
    fn code(&self) -> Option<(&Function, &Block)> {
        let function = self.ready.program.functions.get(self.frame.function)?;
        let block = function.blocks.get(self.frame.block)?;
        (function.origin == Origin::User).then_some((function, block))
    }

    /// The checks from a statement on to where the thread stands.
    pub fn note_checks(&self, from: u32, grounds: &mut Grounds) {
        let Some((function, block)) = self.code() else { return };
        let statements = block.statements.iter().enumerate();
        let passed = statements
            .skip(from as usize)
            .take_while(|(at, _)| *at < self.frame.statement as usize);
        for (at, statement) in passed {
            if let Instruction::Check { kind, condition, message } = &statement.instruction {
                let place = Place { statement: at as u32, ..self.frame.place() };
                self.note(function, (*kind, place), message, condition, grounds);
            }
        }
    }

    /// The check that a branch, which can only go another way, would lead to.
    pub fn note_branch(&self, never: usize, grounds: &mut Grounds) {
        let Some((function, block)) = self.code() else { return };
        let Terminator::Branch { condition, .. } = &block.terminator else { return };
        let Some(target) = block.terminator.edge(never).map(|edge| edge.target) else { return };
        let Some(Statement { instruction, .. }) = function.blocks[target].statements.first() else {
            return;
        };
        if let Instruction::Check { kind, condition: Operand::Constant(_), message } = instruction {
            let function_id = self.frame.function;
            let place = Place { function: function_id, block: target, statement: 0 };
            self.note(function, (*kind, place), message, condition, grounds);
        }
    }

    fn note(
        &self,
        function: &Function,
        key: (CheckKind, Place),
        message: &str,
        condition: &Operand,
        grounds: &mut Grounds,
    ) {
        let ground = grounds.entry(key).or_default();
        ground.message = message.to_string();
        if !ground.kinds.contains(&self.kind) {
            ground.kinds.push(self.kind);
        }
        if let Operand::Register(register) = condition {
            self.variables(function, *register, DEEPEST, &mut ground.variables);
        }
    }

    fn variables(
        &self,
        function: &Function,
        register: RegisterId,
        deepest: u32,
        found: &mut BTreeMap<String, Range>,
    ) {
        let statements = function.blocks.iter().flat_map(|block| &block.statements);
        let made = statements.map(|statement| &statement.instruction).find(|instruction| {
            let of = |result: &RegisterId| *result == register;
            matches!(instruction, Instruction::Apply { result, .. } if of(result))
                || matches!(instruction, Instruction::Load { result, .. } if of(result))
        });
        if let Some(Instruction::Apply { operands, .. }) = made {
            let registers = operands.iter().filter_map(|operand| match operand {
                Operand::Register(register) => Some(*register),
                Operand::Constant(_)
                | Operand::Global(_)
                | Operand::Function(_)
                | Operand::Undefined(_) => None,
            });
            if deepest > 0 {
                registers.for_each(|each| self.variables(function, each, deepest - 1, found));
            }
            return;
        }
        let position = raddle_ir::index::Index::position(register);
        let term = self.frame.registers.get(position).copied().flatten();
        if let (Some(name), Some(term)) = (self.name(function, register, made), term) {
            let range = self.values.range_under(self.ranges, term);
            let known = found.get(&name).filter(|known| known.width() == range.width());
            let range = known.map_or(range.clone(), |known| known.join(&range));
            found.insert(name, range);
        }
    }

    /// The variable's name: the register's, or that of the global that it was read from.
    fn name(
        &self,
        function: &Function,
        register: RegisterId,
        made: Option<&Instruction>,
    ) -> Option<String> {
        if let Some(name) = &function.registers[register].name {
            return name.split('.').next().map(str::to_string);
        }
        if let Some(Instruction::Load { address: Operand::Global(global), .. }) = made {
            return Some(self.ready.program.globals[*global].name.clone());
        }
        None
    }
}
