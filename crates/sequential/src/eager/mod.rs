//! Lal and Reps.

use crate::bounded::Bounded;
use crate::marks::Sequential;

pub fn sequentialise(_bounded: &Bounded, _rounds: u32) -> Result<Sequential, String> {
    Err("not there yet".to_string())
}
