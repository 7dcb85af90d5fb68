//! What a native run is to do: for each thread the points that it will meet, in
//! their order, and the turns in which they are passed.
//!
//! A *point* is what both our machine and the compiled program notice: an access of
//! memory that threads share, a call of the library, an input. A *turn* is one number
//! in the order of everything that other threads can see; a point has a turn for each
//! step in which it does something visible (waiting on a condition variable has
//! three), and none if no other thread can see it.

use raddle_ir::CheckKind;

/// Position in [`Script::locations`].
pub type LocationNumber = usize;

/// Position in [`Script::threads`], in the order of creation; `main` is 0. Unlike the
/// machine's numbers these are never used again.
pub type Actor = usize;

#[derive(Clone, Debug, Default)]
pub struct Script {
    pub threads: Vec<ThreadScript>,
    /// How many turns there are.
    pub turns: usize,
    pub locations: Vec<SourceSpot>,
    pub ending: Ending,
}

#[derive(Clone, Debug, Default)]
pub struct ThreadScript {
    pub name: String,
    pub points: Vec<Point>,
}

/// A place in the sources, by the file's full path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceSpot {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    pub what: What,
    pub location: LocationNumber,
    /// In rising order.
    pub turns: Vec<usize>,
    /// The step of the schedule in which it began.
    pub step: usize,
    /// It is one of the two accesses that race.
    pub races: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Read(Cell),
    Write(Cell),
    /// An input: its bits, and how many.
    Input {
        bits: u64,
        width: u16,
    },
    Call(LibraryCall),
}

/// What bytes are in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    Global(String),
    /// A local variable of some thread.
    Stack,
    /// The heap, or a thread's own variables.
    Elsewhere,
}

/// Bytes that are accessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub object: Object,
    /// From the beginning of the object.
    pub offset: i64,
    pub bytes: u16,
    /// What is read or written, where it fits and is known.
    pub value: Option<u64>,
    /// The bytes were never written: the value is to be put there first.
    pub fill: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LibraryCall {
    pub function: String,
    pub result: Option<u64>,
    pub returns: bool,
    /// It calls functions of the program.
    pub calls_back: bool,
    /// The thread ends inside of it.
    pub ends_thread: bool,
    /// A wait in it ended by itself.
    pub by_itself: bool,
    pub creates: Option<Actor>,
}

/// What is to be seen in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub kind: CheckKind,
    pub message: String,
    pub actor: Actor,
    pub location: Option<LocationNumber>,
    /// In a deadlock: the threads that wait, and for what (as lines of text).
    pub waiting: Vec<(Actor, Option<LocationNumber>)>,
    /// In a race: the thread of the first access goes on behind it in the trace, and is held there
    /// natively.
    pub first_goes_on: bool,
}

impl Default for Ending {
    fn default() -> Ending {
        Ending {
            kind: CheckKind::Assert,
            message: String::new(),
            actor: 0,
            location: None,
            waiting: Vec::new(),
            first_goes_on: false,
        }
    }
}

impl Ending {
    /// No thread waits: a lock, a condition variable or the like was used as it must not be.
    pub fn is_misuse(&self) -> bool {
        self.kind == CheckKind::Deadlock && self.waiting.is_empty()
    }
}

impl Script {
    pub fn points(&self) -> usize {
        self.threads.iter().map(|thread| thread.points.len()).sum()
    }
}
