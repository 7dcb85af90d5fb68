//! Data races: two threads that can both take their next step, where these
//! steps touch the same bytes, at least one writes, and not both are atomic.
//!
//! A program has a race in the sense of happens-before in some execution
//! exactly if some reachable state has such a pair of next steps (under
//! sequential consistency, where locks are steps themselves).

use crate::machine::{Event, Sharing};
use crate::schedule::ThreadNumber;
use raddle_passes::{Place, Ready};

/// What matters of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    pub thread: ThreadNumber,
    pub place: Place,
    address: u64,
    bytes: u64,
    write: bool,
    sharing: Sharing,
}

impl Touch {
    /// The access that an event tells of, if another thread could see it.
    pub fn of(ready: &Ready, event: &Event) -> Option<Touch> {
        let (thread, place, address, width, sharing, write) = match event {
            Event::Read { thread, place, address, width, sharing, .. } => {
                (thread, place, address, width, sharing, false)
            }
            Event::Write { thread, place, address, width, sharing, .. } => {
                (thread, place, address, width, sharing, true)
            }
            Event::Nondet { .. }
            | Event::Call { .. }
            | Event::Return { .. }
            | Event::Spawn { .. }
            | Event::Wait { .. }
            | Event::Allocate { .. }
            | Event::Free { .. }
            | Event::Output { .. }
            | Event::Exit { .. }
            | Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Failed { .. } => return None,
        };
        let visible =
            ready.functions[place.function].visible[place.block][place.statement as usize];
        (visible && *sharing != Sharing::Exempt).then_some(Touch {
            thread: *thread,
            place: *place,
            address: address.low64(),
            bytes: u64::from(width.div_ceil(8)),
            write,
            sharing: *sharing,
        })
    }

    pub fn races_with(&self, other: &Touch) -> bool {
        self.thread != other.thread
            && (self.write || other.write)
            && (self.sharing == Sharing::Plain || other.sharing == Sharing::Plain)
            && self.address < other.address + other.bytes
            && other.address < self.address + self.bytes
    }

    pub fn is_plain(&self) -> bool {
        self.sharing == Sharing::Plain
    }
}
