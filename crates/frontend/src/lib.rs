//! To be written.
pub mod llvm;
