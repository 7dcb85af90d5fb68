//! The function in which the first thread starts: it registers the destructors as the
//! first to be registered with `atexit`, so that they run last, runs the constructors, calls `main`
//! with its arguments (`arguments`), and then what `exit` does where that is anything.

use raddle_ir::index::Index;
use raddle_ir::{
    Access, AllocationKind, Block, Callee, Function, FunctionId, Global, GlobalId, IndexVec,
    Initial, Instruction, MemoryOrder, Operand, Origin, RegisterId, Statement, StopReason,
    Terminator, Type,
};
use raddle_terms::{Bits, Operator};

use super::merge::Merged;
use super::reach::{END_PROCESS, Missing};
use super::table::Table;
use super::{CommandLine, FunctionRef, Input, Role};
use crate::FrontendError;
use crate::object::{Constructor, Object};

const ENTRY: &str = "__raddle_entry";
/// A made-up variable larger than this is refused.
const LARGEST_MADE_UP: u64 = 4096;

pub(super) struct Builder<'p> {
    pub(super) merged: &'p mut Merged,
    pub(super) function: Function,
    statements: Vec<Statement>,
}

pub(crate) fn add_entry(
    inputs: &[Input],
    table: &Table<'_>,
    merged: &mut Merged,
    missing: &[Missing],
    line: CommandLine,
) -> Result<(), FrontendError> {
    let main = table
        .function("main")
        .and_then(|main| merged.functions.get(&main).copied())
        .ok_or_else(super::no_main)?;
    let known = |merged: &Merged, name: &str| {
        table.function(name).and_then(|function| merged.functions.get(&function).copied())
    };
    let (end_process, atexit) = (known(merged, END_PROCESS), known(merged, "atexit"));
    let mut builder = Builder::new(merged);
    builder.forget_missing_globals(missing)?;
    let destructors = listed(inputs, builder.merged, |object| &object.destructors);
    if !destructors.is_empty() {
        let is_ours = |atexit: &FunctionId| {
            builder.merged.program.functions[*atexit].origin == Origin::Library
        };
        let atexit = atexit.filter(is_ours).ok_or_else(destructors_without_atexit)?;
        for destructor in destructors {
            builder.call(atexit, vec![Operand::Function(destructor)]);
        }
    }
    for constructor in listed(inputs, builder.merged, |object| &object.constructors) {
        builder.call(constructor, Vec::new());
    }
    let arguments = builder.main_arguments(main, line);
    builder.call(main, arguments);
    if let Some(end_process) = end_process {
        builder.call(end_process, Vec::new());
    }
    builder.finish();
    Ok(())
}

fn destructors_without_atexit() -> FrontendError {
    FrontendError::new("destructors together with an atexit of one's own are not supported")
        .hint("leave out the definition of atexit, or call what the destructors do from main")
}

/// An entry that ends at once, for a program that is only looked things up in.
pub(crate) fn add_empty_entry(merged: &mut Merged) {
    Builder::new(merged).finish();
}

/// The constructors or destructors of all modules, lower priorities first.
fn listed(
    inputs: &[Input],
    merged: &Merged,
    list_of: impl Fn(&Object) -> &[Constructor],
) -> Vec<FunctionId> {
    let mut list: Vec<(u32, usize, FunctionId)> = Vec::new();
    for (position, input) in inputs.iter().enumerate() {
        if input.role != Role::User {
            continue;
        }
        for constructor in list_of(&input.object) {
            let at = FunctionRef { input: position, function: constructor.function };
            if let Some(function) = merged.functions.get(&at) {
                list.push((constructor.priority, position, *function));
            }
        }
    }
    list.sort_by_key(|(priority, position, _)| (*priority, *position));
    list.into_iter().map(|(_, _, function)| function).collect()
}

impl<'p> Builder<'p> {
    fn new(merged: &'p mut Merged) -> Builder<'p> {
        Builder {
            merged,
            function: Function {
                name: ENTRY.to_owned(),
                parameters: Vec::new(),
                variadic: false,
                results: Vec::new(),
                registers: IndexVec::new(),
                blocks: IndexVec::new(),
                origin: Origin::Library,
                location: None,
            },
            statements: Vec::new(),
        }
    }

    pub(super) fn emit(&mut self, instruction: Instruction) {
        self.statements.push(Statement { instruction, location: None });
    }

    fn call(&mut self, callee: FunctionId, arguments: Vec<Operand>) {
        let kinds = self.merged.program.functions[callee].results.clone();
        let results: Vec<RegisterId> =
            kinds.into_iter().map(|kind| self.function.new_register(kind, None)).collect();
        self.emit(Instruction::Call { results, callee: Callee::Direct(callee), arguments });
    }

    pub(super) fn global(&mut self, name: &str, size: u64, initial: Vec<Initial>) -> GlobalId {
        self.merged.program.globals.push(Global {
            name: name.to_owned(),
            size,
            alignment: self.merged.program.target.pointer_bytes(),
            initial,
            constant: false,
            thread_local: false,
            kept: false,
            origin: Origin::Library,
            debug_type: None,
            location: None,
        })
    }

    /// Variables that no module defines hold anything: bytes never written are
    /// copied into them.
    fn forget_missing_globals(&mut self, missing: &[Missing]) -> Result<(), FrontendError> {
        for missing in missing.iter().filter(|missing| !missing.is_function) {
            let Some(global) = self.merged.program.global_named(&missing.name) else {
                continue;
            };
            if let Some(reason) = cannot_hold_anything(&self.merged.program.globals[global]) {
                let message =
                    format!("{} is used, but defined nowhere, and {reason}", missing.name);
                return Err(FrontendError::new(message).hint("add the file that defines it"));
            }
            self.forget(global, self.merged.program.globals[global].size);
        }
        Ok(())
    }

    pub(super) fn forget(&mut self, global: GlobalId, size: u64) {
        // One that is constant to the program is written here.
        self.merged.program.globals[global].constant = false;
        let target = self.merged.program.target;
        let word = target.pointer_bytes();
        let scratch = self.function.new_register(Type::Pointer, None);
        self.emit(Instruction::Allocate {
            result: scratch,
            kind: AllocationKind::Stack,
            size: Operand::Constant(Bits::new(u128::from(word), target.pointer_bits)),
            zeroed: false,
            name: None,
            debug_type: None,
        });
        let mut at = 0;
        while at < size {
            let bytes = word.min(size - at);
            let mut to = Operand::Global(global);
            if at > 0 {
                let result = self.function.new_register(Type::Pointer, None);
                let offset = Operand::Constant(Bits::new(u128::from(at), target.pointer_bits));
                self.emit(Instruction::Apply {
                    result,
                    operator: Operator::PointerAdd { offset_bits: 0 },
                    operands: vec![to, offset],
                });
                to = Operand::Register(result);
            }
            self.emit(Instruction::Copy {
                to,
                from: Operand::Register(scratch),
                access: Access {
                    kind: Type::Integer(bytes as u16 * 8),
                    order: MemoryOrder::Plain,
                    volatile: false,
                },
            });
            at += bytes;
        }
    }

    fn finish(mut self) {
        self.function.blocks.push(Block {
            parameters: Vec::new(),
            statements: self.statements,
            terminator: Terminator::Stop(StopReason::Exit),
            location: None,
        });
        let program = &mut self.merged.program;
        program.entry = program.functions.push(self.function);
        debug_assert!(program.entry.position() < program.functions.len());
    }
}

/// Why a variable that no module defines cannot be given arbitrary contents.
fn cannot_hold_anything(global: &Global) -> Option<&'static str> {
    match global.size {
        0 => Some("its size is not known"),
        size if size > LARGEST_MADE_UP => Some("it is too large to hold any value"),
        _ => global.thread_local.then_some("every thread has one of its own"),
    }
}
