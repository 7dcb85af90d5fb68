//! Generated programs against compiled code; used by the test beside it and by
//! `./x native`.

pub mod batches;
pub mod comparison;
pub mod stress;
pub mod symbolic;
