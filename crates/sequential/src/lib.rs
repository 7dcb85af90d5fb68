//! Sequentialisation: from a concurrent program to one of a single thread.
//!
//! [`bound()`] makes a program in which every jump goes forward and every statement
//! runs at most once: loops unwound, calls inlined, one function for each thread that
//! can be created. Each scheme takes that to a program of one thread whose
//! nondeterminism stands for the schedule:
//!
//! - [`lazy_cseq`]: round-robin or context-bounded schedules, in which each thread goes
//!   on from where it stopped (Inverso, Tomasco, Fischer, La Torre, Parlato: "Bounded
//!   Model Checking of Multi-Threaded C Programs via Lazy Sequentialization"); with a
//!   driver of its own also the schedules of KISS (Qadeer, Wu: "KISS: Keep It Simple and
//!   Sequential");
//! - [`lal_reps`]: a guessed copy of memory for each round (Lal, Reps: "Reducing
//!   Concurrent Analysis Under a Context Bound to Sequential Analysis");
//! - [`memory_unwinding`]: a guessed sequence of writes (Tomasco, Inverso, Fischer,
//!   La Torre, Parlato: "Verifying Concurrent Programs by Memory Unwinding").
//!
//! [`guessed_memory`] is what the last two have in common. [`marks`] are how a run of the
//! sequential program tells which run of the concurrent one it is. The crate
//! `c_printer` prints a program of one thread as C. Knows neither the meaning of
//! instructions over symbolic values, nor engines, nor solvers.

pub mod bound;
pub mod bounded;
pub mod code;
pub mod guessed_memory;
pub mod lal_reps;
pub mod lazy_cseq;
pub mod marks;
mod memory_accesses;
pub mod memory_unwinding;

pub use bound::bound;
pub use bounded::{Bounded, Bounds, Cut, Note, Section, Slot, Thread};
pub use code::Code;
pub use marks::{ReachedBound, RunEvent, Sequential, ThreadEvent, TraceMark};
