//! Printing a program of one thread as C, for other verifiers and for compilers.
//!
//! Registers are local variables, blocks are labels, memory is C's own: pointers
//! are `char *`, globals are variables with their names in the source (`shapes.rs`),
//! accesses go through types that alias all others. Floats are bit patterns. What
//! differs between verifiers stands in front of the program (`prelude.rs`), and so
//! does what makes the same text an ordinary program for a compiler.
//!
//! Faults of memory are left to the verifier or compiler that reads the text: an access
//! is an access.
//! Where this differs from the machine:
//!
//! - Objects on the stack do not end. Those that exist once at a time are static
//!   variables, since a pointer to one may outlive a call of the function that
//!   stands for a part of a thread's run; all others come from `malloc`.
//! - Addresses are those of the compiled program.
//! - What was never written is anything for a verifier; see [`with_choices`] for how
//!   that becomes explicit. A program that goes to a verifier must have been
//!   through it, except that objects of a size that is not known are `malloc`'s.
//! - The size of an object (`ObjectSize`) is that of a dead one too in the dialect of
//!   CBMC; elsewhere a list of all objects is searched.
//!
//! There are no threads here: `Spawn` and `Await` are errors, and atomic sections
//! mean nothing.

mod calls;
mod choices;
mod floats;
mod function;
mod helpers;
mod memory;
mod names;
mod needed;
mod operators;
mod prelude;
mod printer;
mod shapes;
mod types;

pub use choices::with_choices;

use raddle_ir::Program;

/// How nondeterminism, assumptions and assertions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    Cbmc,
    Esbmc,
    SvComp,
}

/// The C text of a program of one thread. An error says what C cannot express.
pub fn print(program: &Program, dialect: Dialect) -> Result<String, String> {
    printer::Printer::new(program, dialect).print()
}
