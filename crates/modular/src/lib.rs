//! Thread-modular abstract interpretation: what holds at each place of each kind of thread,
//! however many there are and however long they run.

pub mod range;
