//! Registers that must outlive a turn of their thread become globals: those whose
//! definition need not have run in the turn in which they are used. The control
//! code between the labels makes these exactly the registers whose definition
//! does not dominate a use.

use raddle_ir::dominators::Dominators;
use raddle_ir::{
    Block, BlockId, Function, GlobalId, IndexVec, Instruction, Operand, RegisterId, Statement,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Building;
use crate::bounded::Slot;
use crate::code::plain;

/// `kept` are registers that nothing in the function defines, and where their values
/// are.
pub(super) fn run(
    building: &mut Building<'_>,
    slot: Slot,
    function: &mut Function,
    mut kept: FxHashMap<RegisterId, GlobalId>,
) {
    let undefined = maybe_undefined(function);
    for register in escaping(function) {
        kept.entry(register).or_insert_with(|| {
            let Some(about) = function.registers.get(register) else {
                return building.looked_for;
            };
            let name = about.name.as_deref().map_or(String::new(), |name| format!("_{name}"));
            let name = format!("{slot}_{register}{name}");
            match undefined.contains(&register) {
                true => building.global(&name, about.kind),
                false => building.kept(&name, about.kind),
            }
        });
    }
    let dominators = Dominators::new(function);
    let definitions = definitions(function);
    for id in function.blocks.indices() {
        let block = std::mem::replace(&mut function.blocks[id], empty());
        let rewriting = Rewriting { function, kept: &kept, loaded: FxHashMap::default() };
        let defined = |register: RegisterId| match definitions.get(&register) {
            None => false,
            Some(at) => *at != id && dominators.dominates(*at, id),
        };
        function.blocks[id] = rewriting.block(block, &defined);
    }
}

fn empty() -> Block {
    Block {
        parameters: Vec::new(),
        statements: Vec::new(),
        terminator: raddle_ir::Terminator::ThreadExit,
        location: None,
    }
}

/// The block in which each register gets its value.
fn definitions(function: &Function) -> FxHashMap<RegisterId, BlockId> {
    let mut found = FxHashMap::default();
    let entry = function.blocks.indices().next();
    for &parameter in &function.parameters {
        found.extend(entry.map(|entry| (parameter, entry)));
    }
    for (id, block) in function.blocks.iter_enumerated() {
        found.extend(block.parameters.iter().map(|&register| (register, id)));
        for statement in &block.statements {
            statement.instruction.for_each_result(|&register| {
                found.insert(register, id);
            });
        }
    }
    found
}

/// The registers that may hold a value that was never written: what is kept of those
/// may be unwritten although it was written.
fn maybe_undefined(function: &Function) -> FxHashSet<RegisterId> {
    let mut found: FxHashSet<RegisterId> = FxHashSet::default();
    loop {
        let before = found.len();
        for block in function.blocks.iter() {
            for edge in block.terminator.edges() {
                let Some(target) = function.blocks.get(edge.target) else { continue };
                for (parameter, argument) in target.parameters.iter().zip(&edge.arguments) {
                    let is_undefined = match argument {
                        Operand::Undefined(_) => true,
                        Operand::Register(register) => found.contains(register),
                        Operand::Constant(_) | Operand::Global(_) | Operand::Function(_) => false,
                    };
                    if is_undefined {
                        found.insert(*parameter);
                    }
                }
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// The registers that are used where their definition need not have run.
fn escaping(function: &Function) -> Vec<RegisterId> {
    let dominators = Dominators::new(function);
    let definitions = definitions(function);
    let mut is_escaping: IndexVec<RegisterId, bool> =
        function.registers.iter().map(|_| false).collect();
    for (id, block) in function.blocks.iter_enumerated() {
        let mut note = |operand: &Operand| {
            if let Operand::Register(register) = operand {
                let here = definitions.get(register);
                if !here.is_some_and(|at| dominators.dominates(*at, id)) {
                    is_escaping[*register] = true;
                }
            }
        };
        for statement in &block.statements {
            statement.instruction.for_each_operand(&mut note);
        }
        block.terminator.for_each_operand(&mut note);
    }
    is_escaping.iter_enumerated().filter(|(_, escapes)| **escapes).map(|(id, _)| id).collect()
}

struct Rewriting<'f> {
    function: &'f mut Function,
    kept: &'f FxHashMap<RegisterId, GlobalId>,
    /// What kept registers are in this block.
    loaded: FxHashMap<RegisterId, RegisterId>,
}

impl Rewriting<'_> {
    fn block(mut self, block: Block, defined: &dyn Fn(RegisterId) -> bool) -> Block {
        let mut statements: Vec<Statement> = Vec::with_capacity(block.statements.len());
        for &parameter in &block.parameters {
            self.keep(parameter, None, &mut statements);
        }
        for mut statement in block.statements {
            let location = statement.location;
            statement.instruction.for_each_operand_mut(|operand| {
                self.fetch(operand, location, defined, &mut statements);
            });
            let mut results = Vec::new();
            statement.instruction.for_each_result(|&register| results.push(register));
            statements.push(statement);
            for register in results {
                self.keep(register, location, &mut statements);
            }
        }
        let mut terminator = block.terminator;
        terminator.for_each_operand_mut(|operand| {
            self.fetch(operand, block.location, defined, &mut statements);
        });
        Block { parameters: block.parameters, statements, terminator, location: block.location }
    }

    /// Right after its definition.
    fn keep(
        &mut self,
        register: RegisterId,
        location: Option<raddle_ir::Location>,
        statements: &mut Vec<Statement>,
    ) {
        self.loaded.insert(register, register);
        let Some(&global) = self.kept.get(&register) else { return };
        let access = plain(self.function.registers[register].kind);
        let (address, value) = (Operand::Global(global), Operand::Register(register));
        let instruction = Instruction::Store { address, value, access };
        statements.push(Statement { instruction, location });
    }

    fn fetch(
        &mut self,
        operand: &mut Operand,
        location: Option<raddle_ir::Location>,
        defined: &dyn Fn(RegisterId) -> bool,
        statements: &mut Vec<Statement>,
    ) {
        let Operand::Register(register) = *operand else { return };
        if let Some(&here) = self.loaded.get(&register) {
            *operand = Operand::Register(here);
            return;
        }
        let Some(&global) = self.kept.get(&register) else { return };
        if defined(register) {
            return;
        }
        let kind = self.function.registers[register].kind;
        let name = self.function.registers[register].name.clone();
        let result = self.function.new_register(kind, name);
        let access = plain(kind);
        let instruction = Instruction::Load { result, address: Operand::Global(global), access };
        statements.push(Statement { instruction, location });
        self.loaded.insert(register, result);
        *operand = Operand::Register(result);
    }
}
