//! A thread's function under construction: blocks with a note for each statement.
//! Edges lead to blocks that are made later than the one that they leave.

use raddle_ir::index::Index;
use raddle_ir::{
    Block, BlockId, Edge, Function, IndexVec, Instruction, Location, Operand, Origin, RegisterId,
    Statement, StopReason, Terminator, Type,
};

use crate::bounded::{Note, Slot};
use crate::marks::ReachedBound;

/// What stands out about a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    None,
    Spawns(Slot),
    Cut(ReachedBound),
}

#[derive(Clone, Copy, Debug)]
pub struct Remark {
    pub note: Note,
    pub special: Special,
}

pub struct Draft {
    pub function: Function,
    /// As in the function; the terminators' are apart.
    pub remarks: IndexVec<BlockId, Vec<Remark>>,
    pub ends: IndexVec<BlockId, Note>,
    /// By register: may it hold what was never written?
    may_be_empty: IndexVec<RegisterId, bool>,
    pub statements: usize,
}

impl Draft {
    pub fn new() -> Draft {
        let function = Function {
            name: String::new(),
            parameters: Vec::new(),
            variadic: false,
            results: Vec::new(),
            registers: IndexVec::new(),
            blocks: IndexVec::new(),
            origin: Origin::User,
            location: None,
        };
        Draft {
            function,
            remarks: IndexVec::new(),
            ends: IndexVec::new(),
            may_be_empty: IndexVec::new(),
            statements: 0,
        }
    }

    pub fn block(&mut self, end: Note) -> BlockId {
        self.remarks.push(Vec::new());
        self.ends.push(end);
        self.function.blocks.push(Block {
            parameters: Vec::new(),
            statements: Vec::new(),
            terminator: Terminator::Stop(StopReason::Undefined),
            location: None,
        })
    }

    pub fn register(&mut self, kind: Type, name: Option<String>, may_be_empty: bool) -> RegisterId {
        self.may_be_empty.push(may_be_empty);
        self.function.new_register(kind, name)
    }

    pub fn may_be_empty(&self, operand: Operand) -> bool {
        match operand {
            Operand::Register(register) => self.may_be_empty.get(register).copied().unwrap_or(true),
            Operand::Undefined(_) => true,
            Operand::Constant(_) | Operand::Global(_) | Operand::Function(_) => false,
        }
    }

    pub fn add(
        &mut self,
        block: BlockId,
        instruction: Instruction,
        location: Option<Location>,
        remark: Remark,
    ) {
        self.function.blocks[block].statements.push(Statement { instruction, location });
        self.remarks[block].push(remark);
        self.statements += 1;
    }

    pub fn close(
        &mut self,
        block: BlockId,
        terminator: Terminator,
        location: Option<Location>,
        note: Note,
    ) {
        self.function.blocks[block].terminator = terminator;
        self.function.blocks[block].location = location;
        self.ends[block] = note;
    }

    /// Says where an edge leads, and with what.
    pub fn lead(&mut self, block: BlockId, edge: usize, target: BlockId, arguments: Vec<Operand>) {
        if let Some(found) = self.function.blocks[block].terminator.edges_mut().get_mut(edge) {
            **found = Edge { target, arguments };
        }
    }

    pub fn jumps(&self, block: BlockId) -> bool {
        matches!(self.function.blocks[block].terminator, Terminator::Jump(_))
    }

    /// Drops operations and parameters that nothing needs. Whoever needs a register
    /// stands behind it, so one walk from the end is enough.
    pub fn drop_unneeded(&mut self) {
        let mut needed = vec![false; self.function.registers.len()];
        let mut kept: IndexVec<BlockId, Vec<bool>> =
            self.function.blocks.iter().map(|_| Vec::new()).collect();
        for id in self.function.blocks.indices().rev() {
            let block = &mut self.function.blocks[id];
            for edge in block.terminator.edges_mut() {
                let mut keep = kept[edge.target].iter();
                edge.arguments.retain(|_| keep.next().copied().unwrap_or(true));
            }
            block.terminator.for_each_operand(|operand| need(&mut needed, operand));
            let mut keeps = vec![true; block.statements.len()];
            for (statement, keeps) in block.statements.iter().zip(&mut keeps).rev() {
                if let Instruction::Apply { result, .. } = &statement.instruction
                    && !needed[result.position()]
                {
                    *keeps = false;
                    continue;
                }
                statement.instruction.for_each_operand(|operand| need(&mut needed, operand));
            }
            let mut keep = keeps.iter();
            block.statements.retain(|_| keep.next().copied().unwrap_or(true));
            let mut keep = keeps.iter();
            self.remarks[id].retain(|_| keep.next().copied().unwrap_or(true));
            kept[id] = block.parameters.iter().map(|each| needed[each.position()]).collect();
            block.parameters.retain(|each| needed[each.position()]);
        }
    }
}

fn need(needed: &mut [bool], operand: &Operand) {
    if let Operand::Register(register) = operand {
        needed[register.position()] = true;
    }
}
