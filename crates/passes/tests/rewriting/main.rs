//! The passes that rewrite programs, as text before and after.

mod constants;
mod differential;
mod freeze;
mod mem2reg;
mod reachable;
mod simplify;
mod support;
