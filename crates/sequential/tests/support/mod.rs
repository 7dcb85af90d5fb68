//! What tests of bounding have in common.

pub mod shape;

use raddle_sequential::Bounds;

pub fn bounds(all: u32) -> Bounds {
    Bounds { all, loops: Default::default(), threads: 16, statements: 50_000 }
}
