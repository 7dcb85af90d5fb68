//! Threads that start in functions of another type than `pthread_create` and `thrd_create`
//! ask for.
//!
//! C forbids it, machines do not mind: an argument of the wrong width is cut, one that is not
//! expected is not looked at, and of a result that is missing or narrower the other bits are
//! whatever was there. A function of a type that fits, which does just that, takes the place of
//! each such function that is named where a thread is created. (One that comes to such a
//! place as a value is still refused when it is called.)

use raddle_ir::{
    Block, Callee, Function, FunctionId, IndexVec, Instruction, Operand, Origin, Program,
    Statement, Terminator, Type,
};
use raddle_terms::Operator;

/// The functions that create threads: the place of the start function among the arguments, and the width
/// of its result where that is not a pointer.
const CREATORS: [(&str, usize, Option<u16>); 2] =
    [("pthread_create", 2, None), ("thrd_create", 1, Some(32))];

pub(crate) fn fit_starts(program: &mut Program) {
    for (name, position, width) in CREATORS {
        let Some(creator) = program.function_named(name) else { continue };
        if program.functions[creator].origin == Origin::Library {
            fit_starts_of(program, creator, position, width.map_or(Type::Pointer, Type::Integer));
        }
    }
}

fn fit_starts_of(program: &mut Program, creator: FunctionId, position: usize, result: Type) {
    let mut fitted: Vec<(FunctionId, FunctionId)> = Vec::new();
    for caller in program.functions.indices().collect::<Vec<FunctionId>>() {
        for start in started(&program.functions[caller], creator, position) {
            let known = fitted.iter().any(|(original, _)| *original == start);
            if !known && !fits(program, start, result) {
                let fitting = fitting(program, start, result);
                fitted.push((start, program.functions.push(fitting)));
            }
        }
        replace(&mut program.functions[caller], creator, position, &fitted);
    }
}

/// The functions that are named where this one creates threads.
fn started(function: &Function, creator: FunctionId, position: usize) -> Vec<FunctionId> {
    let statements = function.blocks.iter().flat_map(|block| &block.statements);
    let named = |statement: &Statement| {
        if let Instruction::Call { callee: Callee::Direct(callee), arguments, .. } =
            &statement.instruction
            && *callee == creator
            && let Some(Operand::Function(start)) = arguments.get(position)
        {
            Some(*start)
        } else {
            None
        }
    };
    statements.filter_map(named).collect()
}

fn replace(
    function: &mut Function,
    creator: FunctionId,
    position: usize,
    fitted: &[(FunctionId, FunctionId)],
) {
    for statement in function.blocks.iter_mut().flat_map(|block| &mut block.statements) {
        if let Instruction::Call { callee: Callee::Direct(callee), arguments, .. } =
            &mut statement.instruction
            && *callee == creator
            && let Some(Operand::Function(start)) = arguments.get_mut(position)
            && let Some((_, fitting)) = fitted.iter().find(|(original, _)| original == start)
        {
            *start = *fitting;
        }
    }
}

/// Whether a call with one pointer is one that this function expects. A result that is missing
/// altogether is dealt with when it is used.
fn fits(program: &Program, start: FunctionId, result: Type) -> bool {
    let function = &program.functions[start];
    let same = |given: Type, wanted: Type| {
        is_float(given) == is_float(wanted)
            && program.target.width(given) == program.target.width(wanted)
    };
    let takes = match function.parameters.as_slice() {
        [] => true,
        [only] => same(function.registers[*only].kind, Type::Pointer),
        _ => false,
    };
    let gives = match function.results.as_slice() {
        [] => true,
        [only] => same(*only, result),
        _ => false,
    };
    takes && gives && !function.variadic
}

fn is_float(kind: Type) -> bool {
    match kind {
        Type::Float(_) => true,
        Type::Integer(_) | Type::Pointer => false,
    }
}

/// A function of the type that is asked for, which calls the original.
fn fitting(program: &Program, start: FunctionId, result: Type) -> Function {
    let original = &program.functions[start];
    let mut function = Function {
        name: format!("{}.started", original.name),
        parameters: Vec::new(),
        variadic: false,
        results: vec![result],
        registers: IndexVec::new(),
        blocks: IndexVec::new(),
        origin: Origin::Library,
        location: None,
    };
    let argument = function.new_register(Type::Pointer, None);
    function.parameters.push(argument);
    let mut body = Body { function: &mut function, program, statements: Vec::new() };
    let kinds = original.parameters.iter().map(|register| original.registers[*register].kind);
    let arguments = (0..)
        .zip(kinds)
        .map(|(position, kind)| match (position, is_float(kind)) {
            // Floats are passed elsewhere.
            (0, false) => body.resized(Operand::Register(argument), Type::Pointer, kind),
            _ => Operand::Undefined(kind),
        })
        .collect();
    let received: Vec<_> =
        original.results.iter().map(|kind| body.function.new_register(*kind, None)).collect();
    body.emit(Instruction::Call {
        results: received.clone(),
        callee: Callee::Direct(start),
        arguments,
    });
    let value = match (received.first(), original.results.first()) {
        (Some(register), Some(kind)) if !is_float(*kind) => {
            body.resized(Operand::Register(*register), *kind, result)
        }
        _ => Operand::Undefined(result),
    };
    let statements = body.statements;
    function.blocks.push(Block {
        parameters: Vec::new(),
        statements,
        terminator: Terminator::Return(vec![value]),
        location: None,
    });
    function
}

struct Body<'b> {
    function: &'b mut Function,
    program: &'b Program,
    statements: Vec<Statement>,
}

impl Body<'_> {
    fn emit(&mut self, instruction: Instruction) {
        self.statements.push(Statement { instruction, location: None });
    }

    fn apply(&mut self, kind: Type, operator: Operator, operands: Vec<Operand>) -> Operand {
        let result = self.function.new_register(kind, None);
        self.emit(Instruction::Apply { result, operator, operands });
        Operand::Register(result)
    }

    /// The value in another width: cut, or with any bits above.
    fn resized(&mut self, value: Operand, given: Type, wanted: Type) -> Operand {
        let (from, to) = (self.program.target.width(given), self.program.target.width(wanted));
        if from >= to {
            let operator = Operator::Extract { low: 0, width: to };
            return match from == to {
                true => value,
                false => self.apply(wanted, operator, vec![value]),
            };
        }
        let above = self.function.new_register(Type::Integer(to - from), None);
        let name = "the bits that a narrow result leaves open".to_owned();
        self.emit(Instruction::Nondet { result: above, name });
        self.apply(wanted, Operator::Concat, vec![Operand::Register(above), value])
    }
}
