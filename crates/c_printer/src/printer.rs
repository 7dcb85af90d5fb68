//! The whole text: what the entry reaches, in an order in which C can read it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use raddle_ir::index::Index;
use raddle_ir::{
    Callee, Function, FunctionId, GlobalId, IndexVec, InitialValue, Instruction, MemoryAccess,
    Operand, Program, Type,
};

use crate::Dialect;
use crate::function::print_function;
use crate::helpers::Helpers;
use crate::names::Names;
use crate::prelude::{self, Uses};
use crate::shapes::{Shape, Target};
use crate::types::declared;

/// A static variable for an object on the stack.
pub struct Object {
    pub name: String,
    pub shape: Shape,
}

pub struct Printer<'p> {
    pub program: &'p Program,
    pub dialect: Dialect,
    pub helpers: Helpers,
    pub names: Names,
    pub function_names: IndexVec<FunctionId, String>,
    pub global_names: IndexVec<GlobalId, String>,
    pub shapes: IndexVec<GlobalId, Shape>,
    pub objects: Vec<Object>,
    /// Widths of nondeterministic values.
    pub choices: BTreeSet<u16>,
    pub heap: bool,
    pub sizes: bool,
    /// Functions with several results give a structure; by its name in C.
    pub results: BTreeMap<String, Vec<Type>>,
    /// Functions that pointers can lead to.
    pub address_taken: Vec<FunctionId>,
    /// Functions that can be running twice at a time.
    pub recursive: Vec<bool>,
    functions: Vec<FunctionId>,
    globals: BTreeSet<GlobalId>,
    unread: Vec<GlobalId>,
}

impl<'p> Printer<'p> {
    pub fn new(program: &'p Program, dialect: Dialect) -> Printer<'p> {
        let mut names = Names::new();
        let global_names =
            program.globals.iter().map(|global| names.unique(&global.name)).collect();
        let function_names =
            program.functions.iter().map(|function| names.unique(&function.name)).collect();
        let mut shapes: IndexVec<GlobalId, Shape> = program
            .globals
            .iter()
            .map(|global| Shape::new(program, global.size, global.debug_type, &global.initial))
            .collect();
        for global in only_pointers(program) {
            shapes[global].as_pointer(program);
        }
        let address_taken = address_taken(program);
        Printer {
            program,
            dialect,
            helpers: Helpers::default(),
            names,
            function_names,
            global_names,
            shapes,
            objects: Vec::new(),
            choices: BTreeSet::new(),
            heap: false,
            sizes: false,
            results: BTreeMap::new(),
            recursive: recursive(program, &address_taken),
            address_taken,
            functions: Vec::new(),
            globals: BTreeSet::new(),
            unread: Vec::new(),
        }
    }

    pub fn print(mut self) -> Result<String, String> {
        let entry = self.program.entry;
        let entry_name = self.function(entry);
        let mut bodies = Vec::new();
        // The list grows while functions mention others.
        let mut next = 0;
        loop {
            if let Some(id) = self.functions.get(next).copied() {
                next += 1;
                bodies.push((id, print_function(&mut self, id)?));
            } else if let Some(global) = self.unread.pop() {
                self.mentioned_by(global);
            } else {
                break;
            }
        }
        bodies.sort_by_key(|(id, _)| *id);
        let mut text = String::new();
        for results in self.results.values() {
            text.push_str(&results_definition(results));
        }
        for (id, _) in &bodies {
            let _ = writeln!(text, "{};", self.signature(*id, false));
        }
        text.push('\n');
        self.print_globals(&mut text);
        self.print_objects(&mut text);
        if self.sizes {
            self.print_object_size(&mut text);
        }
        for (_, body) in &bodies {
            text.push_str(body);
        }
        let _ = write!(text, "\nint main(void)\n{{\n    {entry_name}();\n    return 0;\n}}\n");
        self.assemble(&text)
    }

    fn assemble(self, text: &str) -> Result<String, String> {
        let helpers = &self.helpers.text;
        let wide = self.choices.iter().any(|width| *width > 64)
            || ["u128", "s128", "m128"]
                .iter()
                .any(|kind| mentions(text, kind) || mentions(helpers, kind));
        if wide && self.program.target.pointer_bits == 32 {
            return Err("C for 32 bits has no integers of more than 64 bits".to_string());
        }
        let uses = Uses {
            target: self.program.target,
            choices: self.choices.into_iter().collect(),
            wide,
            heap: self.heap || self.sizes,
            sizes: self.sizes,
        };
        Ok(format!("{}{helpers}{text}", prelude::print(self.dialect, &uses)))
    }

    /// The name of a function that the text mentions.
    pub fn function(&mut self, id: FunctionId) -> String {
        if !self.functions.contains(&id) {
            self.functions.push(id);
        }
        self.function_names[id].clone()
    }

    pub fn global(&mut self, id: GlobalId) -> String {
        if self.globals.insert(id) {
            self.unread.push(id);
        }
        self.global_names[id].clone()
    }

    fn mentioned_by(&mut self, global: GlobalId) {
        let program = self.program;
        for part in &program.globals[global].initial {
            match part.value {
                InitialValue::Bytes(_) => {}
                InitialValue::GlobalAddress { global, .. } => {
                    self.global(global);
                }
                InitialValue::FunctionAddress(function) => {
                    self.function(function);
                }
            }
        }
    }

    fn print_globals(&self, text: &mut String) {
        let mut definitions = String::new();
        for id in &self.globals {
            let (global, shape, name) =
                (&self.program.globals[*id], &self.shapes[*id], &self.global_names[*id]);
            let (kind, declaration) = shape.declaration(self.program, name, global.alignment);
            text.push_str(&kind);
            let mut address = |target: Target| match target {
                Target::Global(global, 0) => format!("(char *)&{}", self.global_names[global]),
                Target::Global(global, addend) => {
                    format!("(char *)&{} + {addend}", self.global_names[global])
                }
                Target::Function(function) => format!("(char *)&{}", self.function_names[function]),
            };
            let constant = if global.constant { "const " } else { "" };
            let constant = match shape.scalar() {
                // The pointer itself would have to be constant, which is said elsewhere.
                Some(Type::Pointer) => "",
                Some(Type::Integer(_) | Type::Float(_)) | None => constant,
            };
            // Every variable is declared first: initialisers mention others.
            if !global.initial.is_empty() {
                let _ = writeln!(text, "static {constant}{declaration};");
            }
            let value = shape.initialiser(self.program, &global.initial, &mut address);
            let value = value.map_or(String::new(), |value| format!(" = {value}"));
            let _ = writeln!(definitions, "static {constant}{declaration}{value};");
        }
        text.push_str(&definitions);
        text.push('\n');
    }

    fn print_objects(&self, text: &mut String) {
        for object in &self.objects {
            let (kind, declaration) = object.shape.declaration(self.program, &object.name, 1);
            let _ = writeln!(text, "{kind}static {declaration};");
        }
        text.push('\n');
    }

    fn print_object_size(&self, text: &mut String) {
        let size = declared(Type::Integer(self.program.target.pointer_bits));
        let globals =
            self.globals.iter().map(|id| (&self.global_names[*id], self.shapes[*id].size));
        let objects = self.objects.iter().map(|object| (&object.name, object.shape.size));
        let mut search = String::new();
        for (name, bytes) in globals.chain(objects) {
            let _ = writeln!(
                search,
                "    if (({size})address - ({size})&{name} < {bytes}u)\n        return {bytes}u;"
            );
        }
        let search = format!(
            "    struct raddle_record *record;\n{search}    \
             for (record = raddle_records; record != 0; record = record->next)\n        \
             if (({size})address - ({size})record->start < record->size)\n            \
             return record->size;\n    return 0;\n"
        );
        let body = match self.dialect {
            Dialect::Cbmc => format!(
                "#ifdef __CPROVER__\n    \
                 return address == 0 ? 0 : ({size})__CPROVER_OBJECT_SIZE(address);\n\
                 #else\n{search}#endif\n"
            ),
            // ESBMC's own function counts elements, and of arrays only.
            Dialect::Esbmc | Dialect::SvComp => search,
        };
        let _ = write!(text, "static {size} raddle_object_size(char *address)\n{{\n{body}}}\n\n");
    }

    /// `static u32 f(u32 x_0, char *y_1)`
    pub fn signature(&self, id: FunctionId, named: bool) -> String {
        let function = &self.program.functions[id];
        let mut parameters: Vec<String> = function
            .parameters
            .iter()
            .map(|parameter| {
                let kind = declared(function.registers[*parameter].kind);
                let name = if named { register_name(function, *parameter) } else { String::new() };
                if kind.ends_with('*') { format!("{kind}{name}") } else { format!("{kind} {name}") }
            })
            .map(|parameter| parameter.trim_end().to_string())
            .collect();
        if function.variadic {
            parameters.push(if named { "char *raddle_rest" } else { "char *" }.to_string());
        }
        let parameters =
            if parameters.is_empty() { "void".to_string() } else { parameters.join(", ") };
        let result = result_type(&function.results);
        let space = if result.ends_with('*') { "" } else { " " };
        format!("static {result}{space}{}({parameters})", self.function_names[id])
    }
}

/// Whether the word stands somewhere, not as a part of another one.
fn mentions(text: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.match_indices(word).any(|(position, _)| {
        let (before, after) = (text.get(..position), text.get(position + word.len()..));
        !before.is_some_and(|text| text.ends_with(is_part))
            && !after.is_some_and(|text| text.starts_with(is_part))
    })
}

pub fn register_name(function: &Function, register: raddle_ir::RegisterId) -> String {
    let name = function.registers.get(register).and_then(|register| register.name.as_deref());
    match name {
        Some(name) => format!("{}_{}", crate::names::legal(name), register.position()),
        None => format!("r{}", register.position()),
    }
}

/// What a function with these results gives in C.
pub fn result_type(results: &[Type]) -> String {
    match results {
        [] => "void".to_string(),
        [kind] => declared(*kind).to_string(),
        many => {
            let parts: Vec<&str> = many
                .iter()
                .map(|kind| match kind {
                    Type::Pointer => "p",
                    Type::Integer(_) | Type::Float(_) => declared(*kind),
                })
                .collect();
            format!("struct raddle_results_{}", parts.join("_"))
        }
    }
}

fn results_definition(results: &[Type]) -> String {
    let members: String = results
        .iter()
        .enumerate()
        .map(|(number, kind)| {
            let kind = declared(*kind);
            let space = if kind.ends_with('*') { "" } else { " " };
            format!("    {kind}{space}result{number};\n")
        })
        .collect();
    format!("{} {{\n{members}}};\n", result_type(results))
}

/// The globals about whose type nothing is told, and that are read and written as
/// pointers only, as far as they are named.
fn only_pointers(program: &Program) -> BTreeSet<GlobalId> {
    let (mut pointers, mut others) = (BTreeSet::new(), BTreeSet::new());
    let statements = program.functions.iter().flat_map(|function| function.blocks.iter());
    for statement in statements.flat_map(|block| &block.statements) {
        for MemoryAccess { address, bytes, .. } in statement.instruction.accesses() {
            if let (Operand::Global(global), Some(access)) = (address, bytes) {
                let set = if access.kind == Type::Pointer { &mut pointers } else { &mut others };
                set.insert(global);
            }
        }
    }
    pointers
        .retain(|global| !others.contains(global) && program.globals[*global].debug_type.is_none());
    pointers
}

/// Functions whose addresses are values somewhere.
fn address_taken(program: &Program) -> Vec<FunctionId> {
    let mut taken = BTreeSet::new();
    let mut look = |operand: &Operand| {
        if let Operand::Function(function) = operand {
            taken.insert(*function);
        }
    };
    for block in program.functions.iter().flat_map(|function| function.blocks.iter()) {
        block.statements.iter().for_each(|one| one.instruction.for_each_operand(&mut look));
        block.terminator.for_each_operand(&mut look);
    }
    for part in program.globals.iter().flat_map(|global| &global.initial) {
        if let InitialValue::FunctionAddress(function) = part.value {
            taken.insert(function);
        }
    }
    taken.into_iter().collect()
}

/// Which functions can call themselves, directly or through others.
fn recursive(program: &Program, address_taken: &[FunctionId]) -> Vec<bool> {
    let calls: Vec<BTreeSet<FunctionId>> = program
        .functions
        .iter()
        .map(|function| {
            let statements = function.blocks.iter().flat_map(|block| &block.statements);
            let callees = statements.flat_map(|statement| {
                let Instruction::Call { callee, .. } = &statement.instruction else {
                    return Vec::new();
                };
                match callee {
                    Callee::Direct(function) => vec![*function],
                    Callee::Indirect(_) => address_taken.to_vec(),
                }
            });
            callees.collect()
        })
        .collect();
    let reaches_itself = |start: usize| {
        let mut seen = vec![false; calls.len()];
        let mut open = vec![start];
        while let Some(next) = open.pop() {
            for callee in calls.get(next).into_iter().flatten() {
                let position = callee.position();
                if position == start {
                    return true;
                }
                if seen.get(position) == Some(&false) {
                    seen[position] = true;
                    open.push(position);
                }
            }
        }
        false
    };
    (0..calls.len()).map(reaches_itself).collect()
}
