//! How answers are printed.

pub mod json;
pub mod text;
