//! Generated programs against compiled code: used by the tests of the tool and by `./x native`.

pub mod batches;
pub mod comparison;
pub mod stress;
pub mod symbolic;
