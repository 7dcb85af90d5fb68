//! What engines make of a program, to be shown to people (`raddle show`). Nothing here
//! decides a verdict.

pub mod bounded;
mod expressions;
pub mod names;
pub mod sharing;
pub mod tree;
