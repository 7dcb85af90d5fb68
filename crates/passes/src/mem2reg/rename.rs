//! The walk down the dominator tree that puts the current value of a variable in
//! place of each load.

use raddle_ir::index::Index;
use raddle_ir::{BlockId, Function, Operand, RegisterId, Statement};

use super::candidates::{Touch, Variables};
use crate::dominators::Dominators;
use crate::registers::{Replacements, no_replacements, replace, resolve};

struct Renamer<'a> {
    function: &'a mut Function,
    variables: &'a Variables,
    /// For each block its new parameters and the variables that they are.
    joins: Vec<Vec<(usize, RegisterId)>>,
    /// The value of each variable at the place where the walk is.
    current: Vec<Operand>,
    /// The values to go back to when the walk leaves a subtree.
    undo: Vec<(usize, Operand)>,
    replacements: Replacements,
}

/// A step of the walk: into a block, or back out of its subtree, forgetting the
/// values since `undo` had that length.
enum Step {
    Into(BlockId),
    OutTo(usize),
}

pub(super) fn rename(
    function: &mut Function,
    variables: &Variables,
    dominators: &Dominators,
    joins: &[Vec<usize>],
) {
    let joins = add_parameters(function, variables, joins);
    let current: Vec<Operand> =
        variables.list.iter().map(|variable| Operand::Undefined(variable.kind)).collect();
    let replacements = no_replacements(function);
    let mut renamer =
        Renamer { function, variables, joins, current, undo: Vec::new(), replacements };
    renamer.walk(dominators);
    let unreachable: Vec<BlockId> = renamer
        .function
        .blocks
        .indices()
        .filter(|&block| !dominators.is_reachable(block))
        .collect();
    for block in unreachable {
        renamer.block(block);
        renamer.back_to(0);
    }
    let Renamer { function, replacements, .. } = renamer;
    replace(function, &replacements);
}

fn add_parameters(
    function: &mut Function,
    variables: &Variables,
    joins: &[Vec<usize>],
) -> Vec<Vec<(usize, RegisterId)>> {
    let mut result = Vec::with_capacity(joins.len());
    for (position, joined) in joins.iter().enumerate() {
        let mut parameters = Vec::with_capacity(joined.len());
        for &number in joined {
            let variable = &variables.list[number];
            let register = function.new_register(variable.kind, variable.name.clone());
            function.blocks[BlockId::new(position)].parameters.push(register);
            parameters.push((number, register));
        }
        result.push(parameters);
    }
    result
}

impl Renamer<'_> {
    fn walk(&mut self, dominators: &Dominators) {
        let children = dominators.children();
        let mut steps: Vec<Step> =
            dominators.order().first().map(|&entry| Step::Into(entry)).into_iter().collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Into(block) => {
                    steps.push(Step::OutTo(self.undo.len()));
                    self.block(block);
                    steps.extend(children[block].iter().map(|&child| Step::Into(child)));
                }
                Step::OutTo(length) => self.back_to(length),
            }
        }
    }

    fn back_to(&mut self, length: usize) {
        while self.undo.len() > length {
            if let Some((variable, value)) = self.undo.pop() {
                self.current[variable] = value;
            }
        }
    }

    fn set(&mut self, variable: usize, value: Operand) {
        let before = std::mem::replace(&mut self.current[variable], value);
        self.undo.push((variable, before));
    }

    fn block(&mut self, block: BlockId) {
        for position in 0..self.joins[block.position()].len() {
            let (variable, register) = self.joins[block.position()][position];
            self.set(variable, Operand::Register(register));
        }
        let statements = std::mem::take(&mut self.function.blocks[block].statements);
        let kept = statements.into_iter().filter(|statement| self.keep(statement)).collect();
        self.function.blocks[block].statements = kept;
        for edge in self.function.blocks[block].terminator.edges_mut() {
            let joined = self.joins.get(edge.target.position());
            for (variable, _) in joined.into_iter().flatten() {
                edge.arguments.push(self.current[*variable]);
            }
        }
    }

    /// Takes note of what a statement does to a variable; whether it stays.
    fn keep(&mut self, statement: &Statement) -> bool {
        match self.variables.touch(&statement.instruction) {
            Touch::None => return true,
            Touch::Allocate { variable } => {
                self.set(variable, self.variables.list[variable].initial);
            }
            Touch::Load { variable, result } => {
                self.replacements[result] = Some(self.current[variable]);
            }
            Touch::Store { variable, value } => {
                let value = resolve(&self.replacements, value);
                self.name(value, variable);
                self.set(variable, value);
            }
        }
        false
    }

    /// A value without a name gets that of the variable it is stored to.
    fn name(&mut self, value: Operand, variable: usize) {
        if let Operand::Register(register) = value {
            let name = &mut self.function.registers[register].name;
            if name.is_none() {
                name.clone_from(&self.variables.list[variable].name);
            }
        }
    }
}
