//! Bit-vector values, the operators on them, and hash-consed terms.
//!
//! This is the lowest room of the house: it knows neither programs nor
//! solvers. Every operator has exactly one implementation,
//! [`operator::evaluate`], which the concrete interpreter and the folding of
//! terms both use, so that the two cannot drift apart.

pub mod bits;
mod evaluate;
mod float;
mod integer;
pub mod operator;
mod text;
mod typing;

pub use bits::Bits;
pub use operator::{FloatKind, FloatPredicate, Operator};
