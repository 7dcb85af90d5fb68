//! Engines: each is a way of choosing schedules, nothing else. One folder a
//! family, one file a technique.

pub mod auto;
pub mod explicit;
mod findings;
pub mod limits;
pub mod order;
mod refusal;
pub mod sequential;
pub mod symbolic;

pub use explicit::ExplicitOptions;
pub use limits::{Limits, Listener, Progress};
pub use sequential::SequentialOptions;
pub use symbolic::SymbolicOptions;
