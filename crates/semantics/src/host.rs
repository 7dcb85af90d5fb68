//! What instructions ask of their host. It answers memory and
//! nondeterminism: the concrete machine reads its objects, a symbolic engine a
//! symbolic store, an event-based one mints a read event.

use raddle_ir::{Access, AllocationKind, CheckKind, GlobalId, MemoryOrder, StopReason};
use raddle_passes::Place;

use crate::domain::Domain;

/// Why a run cannot go on past an instruction. A misbehaving program is a
/// value, not an error: each case is a fact about this execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// A selected check failed.
    Failed(Failure),
    /// The thread goes no further.
    Stopped(StopReason),
    /// A false assumption: this execution is not looked at.
    Assumed,
    /// Reached something that is not modelled.
    Unsupported(Place, String),
    /// Reached a limit of the tool.
    Limit(String),
}

/// A failed check.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    pub kind: CheckKind,
    pub message: String,
    pub place: Place,
}

/// Where a nondeterministic value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A `Nondet` instruction.
    Instruction(Place),
    /// The first use of a register that was never written.
    Register(Place),
    /// The first load of memory that was never written.
    Memory(Place),
}

/// Where an effect happens, and under which condition (width 1; constant true
/// on a single path).
#[derive(Clone, Debug)]
pub struct At<V> {
    pub place: Place,
    pub guard: V,
}

/// A new object and the pointer to its start.
#[derive(Clone, Debug)]
pub struct Allocation<V> {
    pub pointer: V,
    pub object: u32,
}

/// What `Host::update` writes, and whether it does.
pub struct Change<V> {
    pub value: V,
    /// Width 1.
    pub written: V,
}

/// What an update makes of the old value.
pub type Compute<'a, D> =
    &'a mut dyn FnMut(&mut D, &<D as Domain>::Value) -> Change<<D as Domain>::Value>;

pub trait Host<D: Domain> {
    /// Asked before every visible instruction: shall the run pause in front of it?
    fn pause(&mut self, place: Place) -> bool;

    fn load(
        &mut self,
        domain: &mut D,
        at: &At<D::Value>,
        address: &D::Value,
        access: &Access,
    ) -> Result<D::Value, Interrupt>;

    /// `None` stores a value that was never written.
    fn store(
        &mut self,
        domain: &mut D,
        at: &At<D::Value>,
        address: &D::Value,
        value: Option<&D::Value>,
        access: &Access,
    ) -> Result<(), Interrupt>;

    /// Reads, computes and perhaps writes, in one step; gives the old value.
    fn update(
        &mut self,
        domain: &mut D,
        at: &At<D::Value>,
        address: &D::Value,
        access: &Access,
        compute: Compute<'_, D>,
    ) -> Result<D::Value, Interrupt> {
        let old = self.load(domain, at, address, access)?;
        let change = compute(domain, &old);
        let guard = domain.and(&at.guard, &change.written);
        if domain.known(&guard).is_some_and(|guard| guard.is_zero()) {
            return Ok(old);
        }
        let at = At { place: at.place, guard };
        self.store(domain, &at, address, Some(&change.value), access)?;
        Ok(old)
    }

    /// Moves one element, never written bytes included.
    fn copy(
        &mut self,
        domain: &mut D,
        at: &At<D::Value>,
        to: &D::Value,
        from: &D::Value,
        access: &Access,
    ) -> Result<(), Interrupt>;

    /// Orders accesses for data races; nothing to hosts that do not look for them.
    fn fence(&mut self, _: &mut D, _: &At<D::Value>, _: MemoryOrder) {}

    fn allocate(
        &mut self,
        domain: &mut D,
        at: &At<D::Value>,
        kind: AllocationKind,
        size: &D::Value,
        zeroed: bool,
    ) -> Result<Allocation<D::Value>, Interrupt>;

    fn free(
        &mut self,
        domain: &mut D,
        at: &At<D::Value>,
        address: &D::Value,
    ) -> Result<(), Interrupt>;

    /// A stack object's life ends.
    fn end_object(&mut self, domain: &mut D, object: u32);

    fn object_size(
        &mut self,
        domain: &mut D,
        at: &At<D::Value>,
        address: &D::Value,
    ) -> Result<D::Value, Interrupt>;

    fn thread_local(
        &mut self,
        domain: &mut D,
        at: &At<D::Value>,
        global: GlobalId,
    ) -> Result<D::Value, Interrupt>;

    /// A new stack object that holds these values in slots of pointer size.
    fn variadic_area(
        &mut self,
        domain: &mut D,
        at: &At<D::Value>,
        values: &[Option<D::Value>],
    ) -> Result<Allocation<D::Value>, Interrupt>;

    fn nondet(&mut self, domain: &mut D, source: Source, width: u16)
    -> Result<D::Value, Interrupt>;

    fn assume(
        &mut self,
        domain: &mut D,
        at: &At<D::Value>,
        condition: &D::Value,
    ) -> Result<(), Interrupt>;

    fn check(
        &mut self,
        domain: &mut D,
        at: &At<D::Value>,
        kind: CheckKind,
        condition: &D::Value,
        message: &str,
    ) -> Result<(), Interrupt>;

    fn output(&mut self, domain: &mut D, at: &At<D::Value>, value: &D::Value);

    fn current_thread(&mut self, domain: &mut D) -> D::Value;

    /// Whether a weak compare-and-exchange fails by itself (width 1).
    fn fails_by_itself(&mut self, domain: &mut D, at: &At<D::Value>)
    -> Result<D::Value, Interrupt>;
}
