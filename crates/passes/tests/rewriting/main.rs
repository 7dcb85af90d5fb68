//! The passes that rewrite programs, as text before and after.

mod constants;
mod differential;
mod mem2reg;
mod reachable;
mod settle;
mod simplify;
mod support;
