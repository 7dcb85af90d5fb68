//! Bounding.

use raddle_passes::Ready;

use crate::bounded::{Bounded, Bounds};

/// The program within these bounds. An error is a reason why that cannot be.
pub fn bound(_ready: &Ready, _bounds: &Bounds) -> Result<Bounded, String> {
    Err("not there yet".to_string())
}
