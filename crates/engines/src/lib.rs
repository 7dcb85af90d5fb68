//! Engines: each is a way of choosing schedules, nothing else. One folder a
//! family, one file a technique.

pub mod auto;
mod common;
pub mod explicit;
pub mod modular;
pub mod order;
pub mod registry;
pub mod sequential;
pub mod symbolic;
pub mod views;

pub use common::SymbolicOptions;
pub use common::limits::{self, Limits, Listener, Progress};
pub use explicit::ExplicitOptions;
pub use registry::{ENGINES, Engine, EngineOption, Settings};
pub use sequential::SequentialOptions;
