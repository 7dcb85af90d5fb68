//! Several modules and the embedded library become one program.
//!
//! Names are resolved as a C linker does: a strong definition before a
//! tentative one before a weak one, two strong ones are an error; what no module defines
//! comes from the library. Only what `main` and the constructors refer to,
//! directly or not, gets in, so that an unused part of the library costs
//! nothing. Names of the library that start with `__raddle_` are its own; for all
//! others a user's definition is used in the library too.
//!
//! | file | does |
//! |---|---|
//! | `table` | chooses one definition a name |
//! | `reach` | finds what is needed, and what is missing |
//! | `merge` | copies it into one program under new numbers |
//! | `externs` | bodies for functions that no module defines (undefined externs) |
//! | `starts` | fits functions in which threads start |
//! | `adapt` | fits calls to definitions of another type |
//! | `entry` | the function in which the first thread starts |
//! | `arguments` | what `main` gets |

mod adapt;
mod arguments;
mod entry;
mod externs;
mod merge;
mod reach;
mod starts;
mod table;

use raddle_ir::{FunctionId, GlobalId, Program};

use crate::FrontendError;
use crate::object::Object;

pub(crate) use reach::Missing;

/// What part an object plays in linking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    User,
    /// The same file as the user's object at this position, compiled once more
    /// to get the bodies that C99's `inline` leaves out.
    Supplement(usize),
    Library,
}

#[derive(Debug)]
pub(crate) struct Input {
    pub object: Object,
    pub role: Role,
}

/// A function of one of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FunctionRef {
    pub input: usize,
    pub function: FunctionId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct GlobalRef {
    pub input: usize,
    pub global: GlobalId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Externs {
    /// A missing function is an error.
    Refuse,
    /// It returns any value and touches nothing.
    Nondeterministic,
}

/// Where the program starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// At `main`, after the constructors.
    Main(CommandLine),
    /// Nowhere: everything is kept (the library itself).
    Nowhere,
}

/// How a program is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandLine {
    /// By its name alone.
    One,
    /// With anything behind it.
    Any,
}

/// What came of linking.
#[derive(Debug)]
pub(crate) enum Outcome {
    Program {
        program: Box<Program>,
        /// Functions and variables that were made up, or, where that is refused, functions
        /// that are not there and that no call names.
        missing: Vec<Missing>,
        /// Why nothing can be said to hold of it, if so.
        doubt: Option<&'static str>,
    },
    /// Functions that are called and variables that are used, but not there.
    Missing(Vec<Missing>),
}

pub(crate) fn link(
    inputs: &[Input],
    start: Start,
    externs: Externs,
) -> Result<Outcome, FrontendError> {
    let table = table::Table::of_inputs(inputs)?;
    let mut reached = reach::Reached::new(inputs, &table);
    match start {
        Start::Main(_) => {
            let main = table.function("main").ok_or_else(no_main)?;
            reached.need_function(main);
            reached.need_constructors();
            reached.run()?;
            reached.need_end_process();
            reached.run()?;
        }
        Start::Nowhere => {
            reached.need_everything();
            reached.run()?;
        }
    }
    let missing = reached.missing();
    let is_lacking = missing.iter().any(|missing| missing.is_needed);
    if externs == Externs::Refuse && start != Start::Nowhere && is_lacking {
        return Ok(Outcome::Missing(missing));
    }
    let made_up: &[Missing] = match externs {
        Externs::Refuse => &[],
        Externs::Nondeterministic => &missing,
    };
    let mut merged = merge::merge(inputs, &table, &reached)?;
    let mut doubt = None;
    match start {
        Start::Main(line) => {
            externs::make_up_bodies(&mut merged, &reached, made_up);
            merge::check_error_locations(&mut merged.program);
            merge::tell_of_cancellation(&mut merged.program);
            starts::fit_starts(&mut merged.program);
            let main = merged.program.function_named("main");
            let main = main.map(|main| &merged.program.functions[main]);
            if main.is_some_and(|main| arguments::are_too_many(main, line)) {
                doubt = Some(arguments::FEW_COMMAND_LINES);
            }
            entry::add_entry(inputs, &table, &mut merged, made_up, line)?;
        }
        Start::Nowhere => entry::add_empty_entry(&mut merged),
    }
    adapt::adapt_calls(&mut merged.program);
    Ok(Outcome::Program { program: Box::new(merged.program), missing, doubt })
}

fn no_main() -> FrontendError {
    FrontendError::new("there is no function main").hint("name the file that defines main")
}
