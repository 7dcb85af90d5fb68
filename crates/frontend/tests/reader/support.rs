//! Finding things in a module.

use raddle_frontend::llvm::ast::{
    Body, Call, Callee, Constant, ConstantExpression, Function, Global, Instruction, Module,
    Operation, SymbolId,
};
use raddle_frontend::llvm::read;

/// The names of all fixtures.
pub fn fixtures() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(directory())
        .expect("the fixtures are there")
        .map(|entry| entry.expect("readable").file_name().into_string().expect("plain names"))
        .filter_map(|name| name.strip_suffix(".ll").map(str::to_owned))
        .collect();
    names.sort();
    assert!(names.len() >= 40, "only {} fixtures", names.len());
    names
}

fn directory() -> String {
    format!("{}/tests/fixtures", env!("CARGO_MANIFEST_DIR"))
}

pub fn fixture(name: &str) -> String {
    let path = format!("{}/{name}.ll", directory());
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub fn module<'a>(name: &str, text: &'a str) -> Module<'a> {
    read(text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub fn name_of<'m>(module: &'m Module<'_>, symbol: SymbolId) -> &'m str {
    module.symbol(symbol).name.text().unwrap_or("(a number)")
}

pub fn function<'m, 'a>(module: &'m Module<'a>, name: &str) -> &'m Function<'a> {
    let mut functions = module.functions.iter();
    functions
        .find(|function| name_of(module, function.symbol) == name)
        .unwrap_or_else(|| panic!("no function {name}"))
}

pub fn body<'m, 'a>(module: &'m Module<'a>, name: &str) -> &'m Body<'a> {
    function(module, name).body.as_ref().unwrap_or_else(|| panic!("{name} is only declared"))
}

pub fn global<'m, 'a>(module: &'m Module<'a>, name: &str) -> &'m Global<'a> {
    let mut globals = module.globals.iter();
    globals
        .find(|global| name_of(module, global.symbol) == name)
        .unwrap_or_else(|| panic!("no global {name}"))
}

pub fn instructions<'m, 'a>(body: &'m Body<'a>) -> impl Iterator<Item = &'m Instruction<'a>> {
    body.blocks.iter().flat_map(|block| &block.instructions)
}

pub fn calls<'m, 'a>(body: &'m Body<'a>) -> Vec<&'m Call<'a>> {
    instructions(body)
        .filter_map(|instruction| match &instruction.operation {
            Operation::Call(call) => Some(&**call),
            _ => None,
        })
        .collect()
}

/// The calls of a function by its name.
pub fn calls_of<'m, 'a>(module: &'m Module<'a>, caller: &str, callee: &str) -> Vec<&'m Call<'a>> {
    calls(body(module, caller))
        .into_iter()
        .filter(|call| match call.callee {
            Callee::Direct(symbol) => name_of(module, symbol) == callee,
            Callee::Indirect(_) | Callee::Assembly(_) => false,
        })
        .collect()
}

/// A constant that is the address of a symbol plus so many bytes, where the
/// expression says it in bytes or with zero indices.
pub fn symbol_and_bytes(module: &Module<'_>, constant: &Constant<'_>) -> Option<(String, i128)> {
    match constant {
        Constant::Symbol(symbol) => Some((name_of(module, *symbol).to_owned(), 0)),
        Constant::Expression(expression) => match &**expression {
            ConstantExpression::GetElementPointer { source_type, base, indices, .. } => {
                let (name, offset) = symbol_and_bytes(module, &base.value)?;
                let numbers: Vec<i128> = indices
                    .iter()
                    .map(|index| match index.value {
                        Constant::Integer(number) => number,
                        _ => panic!("an index that is no number"),
                    })
                    .collect();
                let layouts = raddle_frontend::llvm::layout::Layouts::of_module(module);
                let mut reached = *source_type;
                let mut total = offset + numbers[0] * i128::from(layouts.size(reached)?);
                for number in &numbers[1..] {
                    let position = u64::try_from(*number).ok()?;
                    let part = module.types.component(reached, position)?;
                    total += match layouts.field_offset(reached, position as usize) {
                        Some(offset) => i128::from(offset),
                        None => *number * i128::from(layouts.size(part)?),
                    };
                    reached = part;
                }
                Some((name, total))
            }
            _ => None,
        },
        _ => None,
    }
}
