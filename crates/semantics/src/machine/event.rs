//! What a step did, told to its observer: the race check of a search, or
//! the trace that a person reads.

use raddle_ir::{CheckKind, FunctionId, MemoryOrder, StopReason};
use raddle_passes::Place;
use raddle_terms::Bits;

use crate::schedule::ThreadNumber;

/// How an access counts for data races.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sharing {
    Plain,
    /// An atomic access, or one in an atomic section of the program: races only
    /// with plain ones.
    Atomic,
    /// The library's own bookkeeping: never a race.
    Exempt,
}

impl Sharing {
    /// Of an access so deep in atomic sections, the outermost of which may be the library's.
    /// What the library does there with the user's memory is relaxed where the user's object is
    /// atomic, and volatile where it is not (library/raddle.h).
    pub fn of(order: MemoryOrder, volatile: bool, depth: u32, library_section: bool) -> Sharing {
        match (depth, library_section) {
            (0, _) if !order.is_atomic() => Sharing::Plain,
            (0, _) | (_, false) => Sharing::Atomic,
            (_, true) => match order {
                MemoryOrder::Plain if volatile => Sharing::Plain,
                MemoryOrder::Relaxed => Sharing::Atomic,
                MemoryOrder::Plain
                | MemoryOrder::Acquire
                | MemoryOrder::Release
                | MemoryOrder::AcquireRelease
                | MemoryOrder::SequentiallyConsistent => Sharing::Exempt,
            },
        }
    }

    /// How such an access orders, of the order that is written there: in an atomic section of
    /// the program a plain one is as atomic as can be, and synchronises with those outside.
    pub fn order(self, written: MemoryOrder) -> MemoryOrder {
        match (self, written) {
            (Sharing::Atomic, MemoryOrder::Plain) => MemoryOrder::SequentiallyConsistent,
            (Sharing::Plain | Sharing::Atomic | Sharing::Exempt, written) => written,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Read {
        thread: ThreadNumber,
        place: Place,
        address: Bits,
        width: u16,
        value: Bits,
        sharing: Sharing,
    },
    /// No value: bytes that were never written were moved there.
    Write {
        thread: ThreadNumber,
        place: Place,
        address: Bits,
        width: u16,
        value: Option<Bits>,
        sharing: Sharing,
    },
    Nondet {
        thread: ThreadNumber,
        place: Place,
        value: Bits,
    },
    /// Entering a function.
    Call {
        thread: ThreadNumber,
        place: Place,
        function: FunctionId,
        arguments: Vec<Option<Bits>>,
    },
    Return {
        thread: ThreadNumber,
        place: Place,
        function: FunctionId,
        values: Vec<Option<Bits>>,
    },
    Spawn {
        thread: ThreadNumber,
        place: Place,
        child: ThreadNumber,
        function: FunctionId,
    },
    /// An await was passed; `by_itself` although its condition was false.
    Wait {
        thread: ThreadNumber,
        place: Place,
        by_itself: bool,
    },
    Allocate {
        thread: ThreadNumber,
        place: Place,
        object: u32,
        size: u64,
    },
    Free {
        thread: ThreadNumber,
        place: Place,
        object: u32,
        /// Of its first byte.
        address: Bits,
        bytes: u64,
        sharing: Sharing,
    },
    Fence {
        thread: ThreadNumber,
        place: Place,
        order: MemoryOrder,
    },
    /// An atomic section of the program's own begins, or ends.
    Section {
        thread: ThreadNumber,
        place: Place,
        begins: bool,
    },
    Output {
        thread: ThreadNumber,
        place: Place,
        value: Bits,
    },
    /// The thread ended.
    Exit {
        thread: ThreadNumber,
        place: Place,
    },
    Stop {
        thread: ThreadNumber,
        place: Place,
        reason: StopReason,
    },
    /// A false assumption.
    Assumed {
        thread: ThreadNumber,
        place: Place,
    },
    /// A selected check failed.
    Failed {
        thread: ThreadNumber,
        place: Place,
        kind: CheckKind,
        message: String,
    },
}

impl Event {
    pub fn thread(&self) -> ThreadNumber {
        match self {
            Event::Read { thread, .. }
            | Event::Write { thread, .. }
            | Event::Nondet { thread, .. }
            | Event::Call { thread, .. }
            | Event::Return { thread, .. }
            | Event::Spawn { thread, .. }
            | Event::Wait { thread, .. }
            | Event::Allocate { thread, .. }
            | Event::Free { thread, .. }
            | Event::Fence { thread, .. }
            | Event::Section { thread, .. }
            | Event::Output { thread, .. }
            | Event::Exit { thread, .. }
            | Event::Stop { thread, .. }
            | Event::Assumed { thread, .. }
            | Event::Failed { thread, .. } => *thread,
        }
    }

    pub fn place(&self) -> Place {
        match self {
            Event::Read { place, .. }
            | Event::Write { place, .. }
            | Event::Nondet { place, .. }
            | Event::Call { place, .. }
            | Event::Return { place, .. }
            | Event::Spawn { place, .. }
            | Event::Wait { place, .. }
            | Event::Allocate { place, .. }
            | Event::Free { place, .. }
            | Event::Fence { place, .. }
            | Event::Section { place, .. }
            | Event::Output { place, .. }
            | Event::Exit { place, .. }
            | Event::Stop { place, .. }
            | Event::Assumed { place, .. }
            | Event::Failed { place, .. } => *place,
        }
    }
}
