//! The shape of a function's flow graph. The verifier of the IR needs it too, so
//! that it lives there; passes find it here.

pub use raddle_ir::dominators::{Dominators, predecessors, reverse_postorder};
