//! Reading LLVM IR in its textual form, as clang 14 to 20 print it.
//!
//! ```text
//! text --lexer--> tokens --parser--> ast::Module      metadata: on demand
//! ```
//!
//! The grammar is that of the LLVM Language Reference, as far as clang prints it
//! for C. Not kept: attributes that only help an optimiser, visibility,
//! calling conventions, comdats, use-list orders, summaries.

pub mod ast;
pub mod error;
pub mod layout;
mod lexer;
pub mod metadata;
mod parser;
mod text;

pub use error::ReadError;

/// Reads a module.
pub fn read(text: &str) -> Result<ast::Module<'_>, ReadError> {
    parser::parse(text)
}
