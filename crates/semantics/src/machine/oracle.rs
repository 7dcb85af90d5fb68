//! What a step does not determine by itself is asked of an oracle: a search
//! tries the alternatives, a replay gives the recorded answer.

use raddle_ir::{AllocationKind, GlobalId};
use raddle_passes::Place;
use raddle_terms::Bits;

use super::object::ObjectKind;
use crate::host::{Interrupt, Source};
use crate::schedule::ThreadNumber;

/// What asks for an object. Equal situations ask with equal keys, so that they
/// get equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectKey {
    Site(ThreadNumber, Place),
    ThreadLocal(ThreadNumber, GlobalId),
}

impl ObjectKey {
    /// Of an allocation at a place, which the program's own code asks for at `site`: what
    /// it makes, and by what key. The library's stack objects are its own; those on the
    /// heap are made for the program.
    pub fn of_allocation(
        kind: AllocationKind,
        thread: ThreadNumber,
        place: Place,
        site: Place,
    ) -> (ObjectKind, ObjectKey) {
        match kind {
            AllocationKind::Stack => {
                (ObjectKind::Stack(thread, place), ObjectKey::Site(thread, place))
            }
            AllocationKind::Heap => (ObjectKind::Heap(thread, site), ObjectKey::Site(thread, site)),
        }
    }
}

pub trait Oracle {
    fn value(&mut self, source: Source, width: u16) -> Result<Bits, Interrupt>;

    /// Whether a weak compare-and-exchange fails by itself.
    fn fails_by_itself(&mut self, place: Place) -> Result<bool, Interrupt>;

    /// A number for a new object, at least `first` and below `limit`, that is
    /// `usable`.
    fn object(
        &mut self,
        key: ObjectKey,
        first: u32,
        limit: u32,
        usable: &mut dyn FnMut(u32) -> bool,
    ) -> Result<u32, Interrupt>;

    /// A number for a thread that `parent` creates, which is `usable`.
    fn thread(
        &mut self,
        parent: ThreadNumber,
        usable: &mut dyn FnMut(ThreadNumber) -> bool,
    ) -> Result<ThreadNumber, Interrupt>;
}
