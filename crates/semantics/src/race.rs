//! Data races: two accesses of different threads that touch a common byte, at least one
//! of which writes, not both atomic, and that happens-before does not order. To free an
//! object writes all of its bytes.
//!
//! Happens-before is that of C11: program order, the creation of a thread, and what
//! synchronises, which atomics say by their orders and the library by the orders of its
//! own accesses (`happens_before.rs`). Values are those of sequential consistency.
//!
//! **When two next steps are enough.** If every read that tells a thread something
//! synchronises with the write that it reads (`raddle_passes::MemoryOrders::unordered` is false), a
//! program has a race exactly if in some reachable state two threads can both take their next
//! step and these two steps conflict. One direction is plain: of two next steps that are taken
//! one after the other nothing comes in between that could order them. For the other take an
//! execution and its first access *b* that races with an earlier one, *a*. Leave out *a* and
//! all that happens after it (in the sense of happens-before). What is left is an execution:
//! a read that is left and had read a write that is not would be ordered after it, by
//! synchronisation, or because the two do not race, as *b* is the first that does; so it would
//! not be left. *b* itself is not ordered after *a*, and neither is anything before it. In the
//! state that this execution leads to both can come next.
//!
//! The library's own reads are of that kind where they matter: a lock that is taken, a
//! semaphore, a barrier, a thread that is joined acquire. What does not acquire tells
//! nothing that could not be otherwise (a wake-up may come by itself, how often a semaphore was
//! posted only counts), or is marked: a lock that could not be had, the value of a semaphore.
//!
//! Otherwise a race may have a run of other steps between its accesses, and
//! `happens_before.rs` looks for it.

use crate::machine::{Event, Sharing};
use crate::schedule::ThreadNumber;
use raddle_ir::index::Index;
use raddle_passes::{Place, Ready};

/// What a race is called.
pub const MESSAGE: &str = "two threads access the same memory, one writes, and nothing orders them";

/// What matters of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Touch {
    pub thread: ThreadNumber,
    pub place: Place,
    pub address: u64,
    pub bytes: u64,
    pub write: bool,
    sharing: Sharing,
    /// The object is freed.
    pub frees: bool,
}

impl Touch {
    /// The access that an event tells of, if another thread could see it.
    pub fn of(ready: &Ready, event: &Event) -> Option<Touch> {
        let access = |thread: &ThreadNumber, place: &Place, write: bool, sharing: &Sharing| {
            let (thread, place, sharing) = (*thread, *place, *sharing);
            Touch { thread, place, address: 0, bytes: 0, write, sharing, frees: false }
        };
        let touch = match event {
            Event::Read { thread, place, address, width, sharing, .. } => Touch {
                address: address.low64(),
                bytes: u64::from(width.div_ceil(8)),
                ..access(thread, place, false, sharing)
            },
            Event::Write { thread, place, address, width, sharing, .. } => Touch {
                address: address.low64(),
                bytes: u64::from(width.div_ceil(8)),
                ..access(thread, place, true, sharing)
            },
            Event::Free { thread, place, address, bytes, sharing, .. } => Touch {
                address: address.low64(),
                bytes: *bytes,
                frees: true,
                ..access(thread, place, true, sharing)
            },
            Event::Nondet { .. }
            | Event::Call { .. }
            | Event::Return { .. }
            | Event::Spawn { .. }
            | Event::Wait { .. }
            | Event::Allocate { .. }
            | Event::Fence { .. }
            | Event::Section { .. }
            | Event::Output { .. }
            | Event::Exit { .. }
            | Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Failed { .. } => return None,
        };
        let place = touch.place;
        let visible =
            ready.functions[place.function].visible[place.block][place.statement as usize];
        (visible && touch.sharing != Sharing::Exempt).then_some(touch)
    }

    /// One to try things with, at no place in particular.
    pub fn example(
        thread: ThreadNumber,
        address: u64,
        bytes: u64,
        write: bool,
        atomic: bool,
    ) -> Touch {
        let place = Place { function: Index::new(0), block: Index::new(0), statement: 0 };
        let sharing = if atomic { Sharing::Atomic } else { Sharing::Plain };
        Touch { thread, place, address, bytes, write, sharing, frees: false }
    }

    pub fn races_with(&self, other: &Touch) -> bool {
        self.thread != other.thread && self.conflicts_with(other)
    }

    /// Whether it races with the other if nothing orders the two.
    pub fn conflicts_with(&self, other: &Touch) -> bool {
        self.kind().conflicts_with(other.kind())
            && self.address < other.address.saturating_add(other.bytes)
            && other.address < self.address.saturating_add(self.bytes)
    }

    pub fn kind(&self) -> TouchKind {
        let Touch { write, frees, sharing, .. } = *self;
        TouchKind { write, frees, sharing }
    }
}

/// What matters of an access for races besides where it is; for values and for terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TouchKind {
    pub write: bool,
    /// The object is freed.
    pub frees: bool,
    pub sharing: Sharing,
}

impl TouchKind {
    /// Whether two such accesses of the same byte conflict. (To free twice is a fault of memory.)
    pub fn conflicts_with(self, other: TouchKind) -> bool {
        (self.write || other.write)
            && !(self.frees && other.frees)
            && (self.is_plain() || other.is_plain())
    }

    /// Of two next accesses that race, which one is to be taken last: a plain one stays what it
    /// is whatever the other does, and nothing comes after the end of its object.
    pub fn goes_after(self, other: TouchKind) -> bool {
        self.frees || self.is_plain() && !other.frees
    }

    pub fn is_plain(self) -> bool {
        self.sharing == Sharing::Plain
    }
}
