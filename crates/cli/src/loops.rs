//! The loops of the program, by the names that people use for them.

use raddle_engines::symbolic::Unwind;
use raddle_ir::{BlockId, Function, FunctionId, Location, Origin};
use raddle_passes::{Loop, Ready};

use crate::diagnostic::Diagnostic;
use crate::options::UnwindChoice;

/// A loop of the program's own code. Those of the library have no names: only the
/// bound for all loops is also theirs.
pub struct NamedLoop {
    /// `main.0`
    pub name: String,
    pub function: FunctionId,
    pub header: BlockId,
    pub location: Option<Location>,
}

pub fn named_loops(ready: &Ready) -> Vec<NamedLoop> {
    let mut found = Vec::new();
    for (id, function) in ready.program.functions.iter_enumerated() {
        let facts = ready.functions.get(id).filter(|_| function.origin == Origin::User);
        let loops = facts.iter().flat_map(|facts| &facts.loops);
        found.extend(loops.enumerate().map(|(number, each)| NamedLoop {
            name: format!("{}.{number}", function.name),
            function: id,
            header: each.header,
            location: location(function, each),
        }));
    }
    found
}

/// Where the loop decides whether to go round once more: its header's place.
fn location(function: &Function, found: &Loop) -> Option<Location> {
    let blocks = std::iter::once(found.header).chain(found.blocks.iter().copied());
    blocks.filter_map(|block| function.blocks.get(block)).find_map(|block| {
        let mut statements = block.statements.iter();
        statements.find_map(|statement| statement.location).or(block.location)
    })
}

/// The bounds for this program's loops. The last word on a loop counts.
pub fn unwind(ready: &Ready, choices: &[UnwindChoice]) -> Result<Unwind, Diagnostic> {
    let mut unwind = Unwind::default();
    let loops = named_loops(ready);
    for choice in choices {
        match choice {
            UnwindChoice::All(most) => unwind.all = Some(*most),
            UnwindChoice::Loop(name, most) => {
                let mut matching = loops.iter().filter(|each| each.name == *name).peekable();
                if matching.peek().is_none() {
                    return Err(unknown(name, &loops));
                }
                let keys = matching.map(|each| ((each.function, each.header), *most));
                unwind.loops.extend(keys);
            }
        }
    }
    Ok(unwind)
}

fn unknown(name: &str, loops: &[NamedLoop]) -> Diagnostic {
    let names: Vec<&str> = loops.iter().map(|each| each.name.as_str()).collect();
    let help = match names.as_slice() {
        [] => "the program has no loops".to_owned(),
        names => format!(
            "its loops are {}; {} show loops tells where they are",
            names.join(", "),
            crate::command()
        ),
    };
    Diagnostic::new(format!("the program has no loop {name:?}")).help(help)
}
