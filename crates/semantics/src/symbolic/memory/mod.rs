//! Symbolic memory: objects whose bytes are terms (`object.rs`), or arrays of elements
//! where they are large (`elements/`); which object and offset a pointer stands for
//! (`address.rs`); reading and writing there (`access.rs`); and the host that answers
//! instructions by all this (`symbolic_host.rs`, `answers.rs`).
//!
//! Accesses of memory that threads share are events where a thread is run in isolation:
//! that is the room `isolated`, called by `is_shared` and by hooks (`on_…`).

pub mod access;
pub mod address;
pub mod answers;
pub mod elements;
pub mod object;
pub mod symbolic_host;
