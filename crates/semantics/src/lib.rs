//! What each instruction means, once, over a domain of values; memory objects
//! and threads.
//!
//! [`run::run_block`] is the meaning of straight-line code over any
//! [`domain::Domain`], asking a [`host::Host`] for memory; control goes back to
//! the caller. [`machine::Machine`] is the concrete machine on top of it.

mod budgets;
pub mod control;
pub mod domain;
pub mod frame;
pub mod happens_before;
pub mod host;
pub mod machine;
pub mod numbering;
pub mod race;
pub mod run;
pub mod schedule;
pub mod symbolic;

pub use domain::{Concrete, Domain};
pub use frame::{Frame, merge};
pub use host::{Failure, Host, Interrupt, Source};
pub use machine::{Event, Machine, Selected, Sharing, Status, StepEnd};
pub use run::{Exit, run_block};
pub use schedule::{Choice, Schedule, Step, ThreadNumber};
