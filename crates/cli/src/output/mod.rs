//! How answers are printed.

pub mod json;
mod remarks;
pub mod text;
