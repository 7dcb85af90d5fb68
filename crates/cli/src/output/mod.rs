//! How answers are printed.

pub mod json;
mod remarks;
mod team;
pub mod text;
