//! Fits direct calls to the functions that they reach.
//!
//! Old C calls functions without a prototype, and files may disagree about one.
//! As on real machines, arguments that are not expected are dropped, missing
//! ones are whatever was there before, integers are cut or zero-extended. A
//! float where an integer is expected (or the reverse) has no such meaning: that
//! call is unsupported.

use raddle_ir::{
    Callee, Function, FunctionId, IndexVec, Instruction, Operand, Program, RegisterId, Statement,
    Target, Type,
};
use raddle_terms::{Bits, Operator};

/// What callers must know of a function.
#[derive(Clone)]
struct Signature {
    parameters: Vec<Type>,
    results: Vec<Type>,
    variadic: bool,
}

pub(crate) fn adapt_calls(program: &mut Program) {
    let signatures: IndexVec<FunctionId, Signature> = program
        .functions
        .iter()
        .map(|function| Signature {
            parameters: function
                .parameters
                .iter()
                .map(|register| function.registers[*register].kind)
                .collect(),
            results: function.results.clone(),
            variadic: function.variadic,
        })
        .collect();
    let kinds = program.target;
    for function in program.functions.iter_mut() {
        adapt_function(function, &signatures, kinds);
    }
}

fn adapt_function(
    function: &mut Function,
    signatures: &IndexVec<FunctionId, Signature>,
    target: Target,
) {
    let mut blocks = std::mem::take(&mut function.blocks);
    for block in blocks.iter_mut() {
        let fits = block
            .statements
            .iter()
            .all(|statement| call_fits(function, &statement.instruction, signatures, target));
        if fits {
            continue;
        }
        let mut adapted = Vec::with_capacity(block.statements.len() + 4);
        for statement in std::mem::take(&mut block.statements) {
            if call_fits(function, &statement.instruction, signatures, target) {
                adapted.push(statement);
            } else {
                adapt_call(function, statement, signatures, target, &mut adapted);
            }
        }
        block.statements = adapted;
    }
    function.blocks = blocks;
}

fn kind_of(function: &Function, operand: &Operand, target: Target) -> Type {
    match operand {
        Operand::Register(register) => function.registers[*register].kind,
        Operand::Constant(bits) if bits.width() == target.pointer_bits => Type::Pointer,
        Operand::Constant(bits) => Type::Integer(bits.width()),
        Operand::Global(_) | Operand::Function(_) => Type::Pointer,
        Operand::Undefined(kind) => *kind,
    }
}

fn call_fits(
    function: &Function,
    instruction: &Instruction,
    signatures: &IndexVec<FunctionId, Signature>,
    target: Target,
) -> bool {
    let Instruction::Call { results, callee: Callee::Direct(callee), arguments } = instruction
    else {
        return true;
    };
    let signature = &signatures[*callee];
    let same = |given: Type, wanted: Type| target.width(given) == target.width(wanted);
    let count_fits = arguments.len() == signature.parameters.len()
        || (signature.variadic && arguments.len() > signature.parameters.len());
    count_fits
        && arguments
            .iter()
            .zip(&signature.parameters)
            .all(|(argument, wanted)| same(kind_of(function, argument, target), *wanted))
        && results.len() == signature.results.len()
        && results
            .iter()
            .zip(&signature.results)
            .all(|(result, given)| same(function.registers[*result].kind, *given))
}

fn adapt_call(
    function: &mut Function,
    statement: Statement,
    signatures: &IndexVec<FunctionId, Signature>,
    target: Target,
    adapted: &mut Vec<Statement>,
) {
    let location = statement.location;
    let Instruction::Call { results, callee: Callee::Direct(callee), mut arguments } =
        statement.instruction
    else {
        adapted.push(statement);
        return;
    };
    let signature = &signatures[callee];
    let mut emit = |instruction| {
        adapted.push(Statement { instruction, location });
    };
    if !signature.variadic {
        arguments.truncate(signature.parameters.len());
    }
    for (position, wanted) in signature.parameters.iter().enumerate() {
        match arguments.get(position).copied() {
            None => arguments.push(Operand::Undefined(*wanted)),
            Some(given) => {
                let kind = kind_of(function, &given, target);
                match convert(function, given, kind, *wanted, target, &mut emit) {
                    Some(value) => arguments[position] = value,
                    None => emit(mismatch()),
                }
            }
        }
    }
    let received: Vec<RegisterId> =
        signature.results.iter().map(|kind| function.new_register(*kind, None)).collect();
    emit(Instruction::Call {
        results: received.clone(),
        callee: Callee::Direct(callee),
        arguments,
    });
    for (position, expected) in results.iter().enumerate() {
        let kind = function.registers[*expected].kind;
        let given = received.get(position).zip(signature.results.get(position));
        let Some((register, given)) = given else {
            // The value of a function that returns none.
            emit(Instruction::Nondet {
                result: *expected,
                name: "a function's missing result".to_owned(),
            });
            continue;
        };
        match convert_into(*expected, *register, *given, kind, target) {
            Some(instruction) => emit(instruction),
            None => {
                emit(mismatch());
                emit(Instruction::Nondet {
                    result: *expected,
                    name: "a result of another type".to_owned(),
                });
            }
        }
    }
}

fn mismatch() -> Instruction {
    Instruction::Unsupported {
        what: "a call with arguments of other types than the function has".to_owned(),
    }
}

/// The value as the wanted type; `None` if it has no such meaning.
fn convert(
    function: &mut Function,
    value: Operand,
    given: Type,
    wanted: Type,
    target: Target,
    emit: &mut impl FnMut(Instruction),
) -> Option<Operand> {
    let (from, to) = (target.width(given), target.width(wanted));
    match value {
        _ if from == to => Some(value),
        Operand::Undefined(_) => Some(Operand::Undefined(wanted)),
        Operand::Constant(bits) if !is_float(wanted) => {
            Some(Operand::Constant(Bits::new(bits.unsigned(), to)))
        }
        Operand::Register(_) | Operand::Constant(_) | Operand::Global(_) | Operand::Function(_) => {
            let result = function.new_register(wanted, None);
            let operator = conversion(given, wanted, target)?;
            emit(Instruction::Apply { result, operator, operands: vec![value] });
            Some(Operand::Register(result))
        }
    }
}

/// The instruction that makes one register from another of a different type.
fn convert_into(
    result: RegisterId,
    value: RegisterId,
    given: Type,
    wanted: Type,
    target: Target,
) -> Option<Instruction> {
    let operator = if target.width(given) == target.width(wanted) {
        Operator::ZeroExtend(target.width(wanted))
    } else {
        conversion(given, wanted, target)?
    };
    Some(Instruction::Apply { result, operator, operands: vec![Operand::Register(value)] })
}

fn is_float(kind: Type) -> bool {
    match kind {
        Type::Float(_) => true,
        Type::Integer(_) | Type::Pointer => false,
    }
}

fn conversion(given: Type, wanted: Type, target: Target) -> Option<Operator> {
    if is_float(given) || is_float(wanted) {
        return None;
    }
    let (from, to) = (target.width(given), target.width(wanted));
    Some(if from < to { Operator::ZeroExtend(to) } else { Operator::Extract { low: 0, width: to } })
}
