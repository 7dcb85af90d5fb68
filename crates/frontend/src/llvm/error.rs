//! What is wrong with a text, and where.

use std::fmt;

/// The text is not LLVM IR as we know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// From 1.
    pub line: u32,
    /// In bytes, from 1.
    pub column: u32,
    /// What was wrong, with the offending text.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}
