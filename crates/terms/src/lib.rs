//! Bit-vector values, the operators on them, and hash-consed terms and arrays.
//!
//! This is the lowest room of the house: it knows neither programs nor
//! solvers. Every operator has exactly one implementation,
//! [`operator::evaluate`], which the concrete interpreter and the folding of
//! terms both use, so that the two cannot drift apart.

pub mod array;
pub mod bits;
mod evaluate;
pub mod evaluation;
mod float;
pub mod fnv;
mod integer;
pub mod operator;
mod print;
mod rewrite;
pub mod store;
mod substitute;
pub mod term;
mod text;
mod typing;

pub use array::{Array, ArrayNode, ArraySort, Part};
pub use bits::Bits;
pub use evaluation::Evaluation;
pub use operator::{
    Binary, Comparison, FloatBinary, FloatKind, FloatPredicate, FloatUnary, Operator, Overflow,
    Unary,
};
pub use store::TermStore;
pub use term::{Node, SymbolId, Term};
