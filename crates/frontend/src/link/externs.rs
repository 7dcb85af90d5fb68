//! Bodies for functions that no module defines: they touch nothing and return any value.
//!
//! A pointer that such a function returns is the null pointer, one that may not be followed,
//! the start of an object with external linkage that the program mentions, or one of the pointers
//! that the function was given. It never points into the library's own objects. What the
//! function could have seen otherwise (objects that those point to, pointers of an earlier
//! call, the middle of an object, functions) is left out.

use raddle_ir::{
    Block, Function, GlobalId, Instruction, Operand, Origin, Program, Register, Statement,
    StopReason, Target, Terminator, Type,
};
use raddle_terms::{Bits, Operator};
use rustc_hash::FxHashSet;

use super::reach::{Missing, Reached};
use super::{Input, Role};
use crate::lower::{is_assertion, is_error_location};
use crate::object::Binding;

use super::merge::Merged;

/// A pointer that is not null, and that nothing can be read or written through.
const INVALID: u128 = 1;

/// Gives missing functions a body that returns any value, and error locations one
/// that ends the process.
pub(crate) fn make_up_bodies(merged: &mut Merged, reached: &Reached<'_>, missing: &[Missing]) {
    let inputs = reached.inputs();
    let objects = external_objects(merged, inputs);
    let target = merged.program.target;
    let mut ends = FxHashSet::default();
    for (at, number) in &merged.functions {
        let symbol = inputs[at.input].object.functions[at.function];
        if symbol.no_return && !symbol.binding.is_definition() {
            ends.insert(*number);
        }
    }
    for (id, function) in merged.program.functions.iter_enumerated_mut() {
        if function.has_body() {
            continue;
        }
        if is_error_location(&function.name) {
            add_body(function, Terminator::Stop(StopReason::Abort));
        } else if missing.iter().any(|missing| missing.is_function && missing.name == function.name)
        {
            if is_assertion(&function.name) {
                refuse(function);
            } else if ends.contains(&id) {
                add_body(function, Terminator::Stop(StopReason::Exit));
            } else {
                add_nondet_body(function, &objects, target);
            }
        }
    }
}

/// The objects of the program that other files know by their name.
fn external_objects(merged: &Merged, inputs: &[Input]) -> Vec<GlobalId> {
    let is_known = |binding: Binding| match binding {
        Binding::Strong | Binding::Weak | Binding::Common | Binding::Declared => true,
        Binding::Local | Binding::Private | Binding::DeclaredWeak => false,
    };
    let program: &Program = &merged.program;
    let known = merged.globals.iter().filter(|(at, number)| {
        let input = &inputs[at.input];
        input.role != Role::Library
            && is_known(input.object.globals[at.global])
            && program.globals[**number].origin == Origin::User
            && !program.globals[**number].thread_local
    });
    let mut objects: Vec<GlobalId> = known.map(|(_, number)| *number).collect();
    objects.sort();
    objects.dedup();
    objects
}

fn add_body(function: &mut Function, terminator: Terminator) {
    let location = function.location;
    function.blocks.push(Block {
        parameters: Vec::new(),
        statements: Vec::new(),
        terminator,
        location,
    });
}

/// Calls by name are checks; what a pointer to such a function is called with is not known.
fn refuse(function: &mut Function) {
    add_body(function, Terminator::Stop(StopReason::Undefined));
    let what = format!("a call of {} through a pointer", function.name);
    if let Some(block) = function.blocks.iter_mut().next() {
        let instruction = Instruction::Unsupported { what };
        block.statements.push(Statement { instruction, location: block.location });
    }
}

fn add_nondet_body(function: &mut Function, objects: &[GlobalId], target: Target) {
    let mut results = Vec::new();
    let mut statements = Vec::new();
    for kind in function.results.clone() {
        results.push(match kind {
            Type::Pointer => any_pointer(function, objects, target, &mut statements),
            Type::Integer(_) | Type::Float(_) => {
                let name = format!("{}()", function.name);
                any_value(function, kind, name, &mut statements)
            }
        });
    }
    function.origin = Origin::Library;
    add_body(function, Terminator::Return(results));
    if let Some(block) = function.blocks.iter_mut().next() {
        block.statements = statements;
    }
}

fn any_value(
    function: &mut Function,
    kind: Type,
    name: String,
    statements: &mut Vec<Statement>,
) -> Operand {
    let result = function.registers.push(Register { kind, name: None });
    let instruction = Instruction::Nondet { result, name };
    statements.push(Statement { instruction, location: None });
    Operand::Register(result)
}

/// One of the pointers that the function may know, by a number that says which.
fn any_pointer(
    function: &mut Function,
    objects: &[GlobalId],
    target: Target,
    statements: &mut Vec<Statement>,
) -> Operand {
    const NUMBER: u16 = 32;
    let null = Operand::Constant(Bits::zero(target.pointer_bits));
    let given =
        function.parameters.iter().filter(|&&it| function.registers[it].kind == Type::Pointer);
    let known: Vec<Operand> = [null]
        .into_iter()
        .chain(objects.iter().copied().map(Operand::Global))
        .chain(given.copied().map(Operand::Register))
        .collect();
    let name = format!("which pointer {}() returns", function.name);
    let which = any_value(function, Type::Integer(NUMBER), name, statements);
    let mut pointer = Operand::Constant(Bits::new(INVALID, target.pointer_bits));
    for (number, known) in (0..).zip(known).collect::<Vec<_>>().into_iter().rev() {
        let number = Operand::Constant(Bits::new(number, NUMBER));
        let mut apply = |kind, operator, operands| {
            let result = function.registers.push(Register { kind, name: None });
            let instruction = Instruction::Apply { result, operator, operands };
            statements.push(Statement { instruction, location: None });
            Operand::Register(result)
        };
        let is_it = apply(Type::Integer(1), Operator::Equal, vec![which, number]);
        pointer = apply(Type::Pointer, Operator::IfThenElse, vec![is_it, known, pointer]);
    }
    pointer
}
