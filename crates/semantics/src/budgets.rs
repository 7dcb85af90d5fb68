//! Budgets and limits of this crate in one place. None of them changes what a program
//! means: where a step rests it goes on later, and beyond a limit the engines say so.

/// A step that goes round loops this often without a pause rests there, so that
/// an endless loop starves no other thread and its states are compared.
pub const LOOP_BUDGET: u32 = 4096;
/// Within an atomic section there is no resting; longer ones are given up.
pub const SECTION_BUDGET: u32 = 1 << 20;
/// After so many objects died or were made a step of the machine rests at the next loop:
/// numbers of the dead can be used again only then, and limits are looked at.
pub const OBJECT_BUDGET: u32 = 64;
/// And after so many bytes.
pub const BYTE_BUDGET: u64 = 1 << 26;
/// After so many calls a step of the machine rests as well: functions that call each
/// other can take as long as a loop.
pub const CALL_BUDGET: u32 = 1 << 16;
/// Calls may nest this deep.
pub const CALL_DEPTH: usize = 4096;
/// There are no more threads than this at all.
pub const MOST_THREADS: u32 = 250;
/// Between two steps of the machine limits are looked at; within one there can be no more
/// new memory.
pub const MOST_STEP_BYTES: u64 = 1 << 29;

// Symbolic memory.

/// Objects of unknown size are at most this large.
pub const MOST_SYMBOLIC_BYTES: u64 = 1024;
/// An access at an unknown offset looks at no more places than this.
pub const MOST_PLACES: u64 = 4096;
/// So many places are not too many for an object that has bytes.
pub const FEW_PLACES: u64 = 64;
/// Pointers that show nothing about themselves are tried against no more
/// objects than this.
pub const MOST_OBJECTS: usize = 128;
/// More cases of a pointer than this are not looked at one by one.
pub const MOST_CASES: usize = 256;
/// Nor more parts of its term.
pub const MOST_CASE_PARTS: u32 = 4096;
/// How deep a term is looked into for its low bits.
pub const LOW_BITS_DEPTH: u32 = 12;
/// No larger objects are turned from elements back to bytes.
pub const MOST_SPLIT_BYTES: u64 = 4096;

// Threads in isolation.

/// An access at an unknown offset of a shared object is so many events at most.
pub const MOST_SHARED_PLACES: u64 = 256;
/// A thread has so many actions at most.
pub const MOST_ACTIONS: usize = 50_000;
/// More values of shared memory than this are any.
pub const MOST_NUMBERS: usize = 4;
pub const MOST_POINTERS: usize = 64;
/// How many parts of a term are looked at for its values.
pub const MOST_VALUE_PARTS: u32 = 512;
