//! The verifier: what every well-formed program satisfies. Passes and engines
//! rely on these rules; it runs between passes in tests and debug builds.
//!
//! Program and globals
//! - pointers have 32 or 64 bits; the entry function exists;
//! - every number of a file, C type, global, function, block and register names one;
//! - an alignment is a power of two; initial parts are sorted, do not overlap and
//!   lie within their global, and name no thread-local global.
//!
//! Functions
//! - types have 1 to 128 bits;
//! - block 0 takes no parameters, and nothing jumps to it;
//! - a register is defined at most once, and its definition dominates every use
//!   in a block that the entry reaches;
//! - an edge has as many arguments as its target has parameters, `return` as many
//!   values as the function has results, each of the right width;
//! - a direct call has as many arguments as the function has parameters (more
//!   only if it is variadic) and takes all its results, each of the right width;
//! - `Operand::Global` names no thread-local global, `ThreadLocalAddress` only
//!   such; `VariadicArea` stands in a variadic function;
//! - operands and results have the widths that the instruction asks for: moves
//!   compare widths, not kinds, since a register is a bit pattern. The layout
//!   of pointers may not be chosen yet: `PointerAdd` with 0 offset bits is fine;
//! - the cases of a switch have the width of its value, each once.
//!
//! Library functions (`verify::sections`)
//! - atomic sections are balanced on every path;
//! - on no path of a section is memory written before an await.

mod function;
mod sections;
mod widths;

use std::fmt;

use crate::{
    BlockId, DebugType, DebugTypeId, Function, FunctionId, Global, InitialValue, Location, Program,
    Terminator, Type,
};

/// Of functions no more problems than this are told.
const MOST_PROBLEMS: usize = 100;

/// One violated rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The function, with its name, or else the global, C type, ...
    pub entity: String,
    pub block: Option<BlockId>,
    /// Position in the block; the terminator's is the number of statements.
    pub statement: Option<usize>,
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.entity)?;
        if let Some(block) = self.block {
            write!(f, ", {block}")?;
        }
        if let Some(statement) = self.statement {
            write!(f, ", statement {statement}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// The violated rules of a program, in its order: all of them, unless there are very many.
pub fn verify(program: &Program) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    verify_program(program, &mut problems);
    for (id, debug_type) in program.types.iter_enumerated() {
        verify_type(program, id, debug_type, &mut problems);
    }
    for (id, global) in program.globals.iter_enumerated() {
        let entity = format!("{id} {}", global.name);
        GlobalChecker { program, entity, problems: &mut problems }.global(global);
    }
    for (id, function) in program.functions.iter_enumerated() {
        // What is not noted any more is not known to be sound either.
        if problems.len() >= MOST_PROBLEMS {
            break;
        }
        function::verify(program, id, function, &mut problems);
    }
    // The section rules follow calls and edges, which must lead somewhere.
    if problems.is_empty() {
        sections::verify(program, &mut problems);
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn verify_program(program: &Program, problems: &mut Vec<Problem>) {
    let mut problem = |message: String| {
        problems.push(Problem {
            entity: "program".to_owned(),
            block: None,
            statement: None,
            message,
        });
    };
    if !matches!(program.target.pointer_bits, 32 | 64) {
        let bits = program.target.pointer_bits;
        problem(format!("pointers have {bits} bits, not 32 or 64"));
    }
    if program.functions.get(program.entry).is_none() {
        problem(format!("the entry {} is no function", program.entry));
    }
}

fn verify_type(
    program: &Program,
    id: DebugTypeId,
    debug_type: &DebugType,
    problems: &mut Vec<Problem>,
) {
    let mut check = |other: DebugTypeId| {
        if program.types.get(other).is_none() {
            problems.push(Problem {
                entity: id.to_string(),
                block: None,
                statement: None,
                message: format!("{other} is no type"),
            });
        }
    };
    match debug_type {
        DebugType::Pointer { to: of } | DebugType::Alias { of, .. } => {
            of.iter().copied().for_each(check);
        }
        DebugType::Structure { members, .. } => {
            members.iter().for_each(|member| check(member.of));
        }
        DebugType::Array { element, .. } => check(*element),
        DebugType::Base { .. } | DebugType::Enumeration { .. } | DebugType::Function => {}
    }
}

struct GlobalChecker<'a> {
    program: &'a Program,
    entity: String,
    problems: &'a mut Vec<Problem>,
}

impl GlobalChecker<'_> {
    fn problem(&mut self, message: String) {
        self.problems.push(Problem {
            entity: self.entity.clone(),
            block: None,
            statement: None,
            message,
        });
    }

    fn global(&mut self, global: &Global) {
        if !global.alignment.is_power_of_two() {
            let alignment = global.alignment;
            self.problem(format!("the alignment {alignment} is no power of two"));
        }
        if let Some(message) = unknown_type(self.program, global.debug_type) {
            self.problem(message);
        }
        if let Some(message) = unknown_file(self.program, global.location) {
            self.problem(message);
        }
        let mut free = 0;
        for part in &global.initial {
            let offset = part.offset;
            if offset < free {
                self.problem(format!(
                    "the initial part at {offset} starts before the end of the one before"
                ));
            }
            let end = offset.checked_add(self.initial_size(&part.value));
            match end {
                Some(end) if end <= global.size => free = end,
                Some(_) | None => {
                    self.problem(format!("the initial part at {offset} leaves the global"));
                    return;
                }
            }
        }
    }

    fn initial_size(&mut self, value: &InitialValue) -> u64 {
        match value {
            InitialValue::Bytes(bytes) => bytes.len() as u64,
            InitialValue::GlobalAddress { global, .. } => {
                match self.program.globals.get(*global) {
                    None => self.problem(format!("{global} is no global")),
                    Some(other) if other.thread_local => {
                        let name = &other.name;
                        self.problem(format!("{global} ({name}) is thread-local: no address"));
                    }
                    Some(_) => {}
                }
                self.program.target.pointer_bytes()
            }
            InitialValue::FunctionAddress(function) => {
                if self.program.functions.get(*function).is_none() {
                    self.problem(format!("{function} is no function"));
                }
                self.program.target.pointer_bytes()
            }
        }
    }
}

fn unknown_type(program: &Program, id: Option<DebugTypeId>) -> Option<String> {
    let id = id?;
    match program.types.get(id) {
        Some(_) => None,
        None => Some(format!("{id} is no type")),
    }
}

fn unknown_file(program: &Program, location: Option<Location>) -> Option<String> {
    let file = location?.file;
    match program.files.get(file) {
        Some(_) => None,
        None => Some(format!("{file} is no file")),
    }
}

fn has_width(kind: Type) -> bool {
    match kind {
        Type::Integer(width) => (1..=raddle_terms::bits::MAX_WIDTH).contains(&width),
        Type::Pointer | Type::Float(_) => true,
    }
}

/// The state of checking one function.
struct Checker<'a> {
    program: &'a Program,
    function: &'a Function,
    entity: String,
    block: Option<BlockId>,
    statement: Option<usize>,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Checker<'a> {
    fn new(
        program: &'a Program,
        id: FunctionId,
        function: &'a Function,
        problems: &'a mut Vec<Problem>,
    ) -> Checker<'a> {
        Checker {
            program,
            function,
            entity: format!("{id} {}", function.name),
            block: None,
            statement: None,
            problems,
        }
    }

    fn at(&mut self, block: BlockId, statement: usize) {
        self.block = Some(block);
        self.statement = Some(statement);
    }

    fn problem(&mut self, message: impl Into<String>) {
        // Each quotes an instruction, which may be as long as the whole text.
        if self.problems.len() >= MOST_PROBLEMS {
            return;
        }
        let mut message = message.into();
        let block = self.block.and_then(|block| self.function.blocks.get(block));
        if let (Some(block), Some(statement)) = (block, self.statement) {
            let text = match block.statements.get(statement) {
                Some(statement) => statement.instruction.to_string(),
                None => block.terminator.to_string(),
            };
            message = format!("{message}, in `{text}`");
        }
        self.problems.push(Problem {
            entity: self.entity.clone(),
            block: self.block,
            statement: self.statement,
            message,
        });
    }

    fn terminator_position(&self, block: BlockId) -> usize {
        self.function.blocks[block].statements.len()
    }
}

/// The blocks that a terminator leads to, each once for each edge.
fn targets(terminator: &Terminator) -> impl Iterator<Item = BlockId> + '_ {
    (0..).map_while(|position| terminator.edge(position).map(|edge| edge.target))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Index;

    #[test]
    fn a_problem_names_its_place() {
        let problem = Problem {
            entity: "f0 main".to_owned(),
            block: Some(BlockId::new(2)),
            statement: Some(1),
            message: "r1 is no register".to_owned(),
        };
        assert_eq!(problem.to_string(), "f0 main, b2, statement 1: r1 is no register");
    }
}
