//! What sequentialisations that guess shared memory have in common: Lal and Reps
//! (`lal_reps`) and memory unwinding (`memory_unwinding`).
//!
//! In a bounded program every `Allocate` makes at most one object, so that all
//! objects are known beforehand. Those that several threads may access are divided
//! into *memory locations*: bytes that are always accessed as one (`locations`). What a
//! thread reads from a location it may know for certain (`uses`); where it does not, the
//! value depends on other threads that run earlier or later in the sequential program,
//! and the location is a *guessed* one. A [`MemoryScheme`] says what it means to read and
//! write a guessed location, and what happens at a possible context switch; everything
//! else is done here, for all schemes: finding the locations that an address may mean
//! (`access_targets`), what is wrong with an address, updates, copies, the ends of
//! objects, the creation of threads, waits, marks, and checks. What only one thread
//! accesses stays in memory as it is.
//!
//! Such schemes run threads one after the other, on nondeterministic guesses that are
//! found to be right or wrong in the end. So what fails on the way is only noted, and
//! checked when the guesses are known to be right ([`deferred_checks`]).

mod abstract_values;
mod access_targets;
mod addresses;
pub mod deferred_checks;
mod failures;
mod locations;
mod memory;
mod objects;
mod thread;
mod unwritten;
mod uses;

pub use deferred_checks::DeferredChecks;
pub use thread::translate;

use std::fmt;

use raddle_ir::index::Index;
use raddle_ir::{
    AwaitKind, BlockId, Function, FunctionId, GlobalId, IndexVec, InitialValue, Operand, Program,
    Type,
};
use raddle_passes::Place;
use raddle_terms::Operator;
use rustc_hash::FxHashSet;

use crate::bounded::{Bounded, Slot};
use crate::code::{BIT, Code, constant, zeroed_global};
use crate::marks::{Sequential, TraceMark};
use objects::{Base, Objects, Size};
use uses::Ends;

/// A memory location whose contents the scheme guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GuessedId(u32);

impl Index for GuessedId {
    fn new(position: usize) -> Self {
        GuessedId(position as u32)
    }
    fn position(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for GuessedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

#[derive(Clone, Debug)]
pub struct GuessedLocation {
    /// For people, and for the names of variables.
    pub name: String,
    /// An integer, of whole bytes or of one bit.
    pub kind: Type,
    pub initial: Initial,
    /// The threads that may read it and do not know what it holds.
    pub readers: Vec<Slot>,
    /// The threads that may write it.
    pub writers: Vec<Slot>,
}

/// What a memory location holds when the program starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    Zero,
    /// What this global of the sequential program holds, which nothing writes, so many
    /// bytes from its start. [`ProgramBuilder::initial`] reads it.
    Bytes {
        global: GlobalId,
        offset: u64,
    },
}

/// One of the guessed locations that an access may mean: this one, if the guard is true.
/// At most one guard of an access is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardedLocation {
    pub guard: Operand,
    pub location: GuessedId,
}

/// The sequential program under construction.
pub struct ProgramBuilder {
    /// It has the bounded program's globals, and more.
    pub program: Program,
    pub marks: Vec<TraceMark>,
}

/// Where code is added.
pub struct InsertionPoint<'a> {
    pub code: &'a mut Code,
    pub build: &'a mut ProgramBuilder,
    /// The thread whose code it is.
    pub slot: Slot,
    /// Where the thread goes to stop for ever: schemes may leave for it at
    /// [`MemoryScheme::switch`]. A thread that waits in vain must be able to.
    pub stopped: BlockId,
}

/// What a scheme makes of guessed memory and of time.
///
/// The code of a thread is added in its order; blocks may be added and closed, as
/// long as the current block is one in which the thread goes on.
pub trait MemoryScheme {
    /// The thread starts. In front of its first statement.
    fn begin(&mut self, at: &mut InsertionPoint<'_>);

    /// A context switch is possible here: a visible statement follows outside of a
    /// section, or the beginning of one. Its `Step` is marked afterwards.
    fn switch(&mut self, at: &mut InsertionPoint<'_>);

    /// The value of the location whose guard is true. All have the same kind. If no guard
    /// is true any value will do.
    fn load(&mut self, at: &mut InsertionPoint<'_>, choices: &[GuardedLocation]) -> Operand;

    /// Writes the location whose guard is true, if there is one.
    fn store(&mut self, at: &mut InsertionPoint<'_>, choices: &[GuardedLocation], value: Operand);

    /// The thread creates another one.
    fn spawn(&mut self, at: &mut InsertionPoint<'_>, child: Slot);

    /// An atomic section begins (after [`MemoryScheme::switch`]) or ends.
    fn section(&mut self, at: &mut InsertionPoint<'_>, begins: bool);

    /// Says that the thread takes the step at this place of the original program, right
    /// after [`MemoryScheme::switch`].
    fn step(&mut self, at: &mut InsertionPoint<'_>, place: Place) {
        let mark = TraceMark::Step { slot: at.slot, place };
        at.build.mark(at.code, mark);
    }

    /// In front of the assumption that a wait's condition is true (or that it goes on
    /// by itself).
    fn wait(&mut self, at: &mut InsertionPoint<'_>, wait: Wait);

    /// The thread has come to its end, or goes no further. The function returns
    /// behind it.
    fn end(&mut self, at: &mut InsertionPoint<'_>, end: End);
}

/// What an `Await` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    pub kind: AwaitKind,
    pub condition: Operand,
    pub holder: Option<Operand>,
}

/// How a thread ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Finished,
    /// At a false assumption, a failed check, `exit`: it never finishes.
    Stopped,
}

impl ProgramBuilder {
    /// A program with the globals of the bounded one, and its functions without their
    /// bodies (their addresses may be data).
    pub fn new(bounded: &Bounded) -> ProgramBuilder {
        let mut program = bounded.program.clone();
        for function in program.functions.iter_mut() {
            function.blocks = IndexVec::new();
        }
        ProgramBuilder { program, marks: Vec::new() }
    }

    /// The program that starts with this code.
    pub fn finish(mut self, entry: Code) -> Sequential {
        self.program.entry = self.program.functions.push(entry.function);
        Sequential { program: self.program, marks: self.marks, unwatched_races: false }
    }

    /// What a guessed location holds when the program starts.
    pub fn initial(&self, code: &mut Code, location: &GuessedLocation) -> Operand {
        match location.initial {
            Initial::Zero => constant(0, self.program.target.width(location.kind)),
            Initial::Bytes { global, offset } => {
                let address = offset_by(code, Operand::Global(global), offset);
                code.load(address, location.kind)
            }
        }
    }

    /// A global that holds zero at first.
    pub fn variable(&mut self, name: &str, kind: Type) -> GlobalId {
        let bytes = u64::from(self.program.target.width(kind).div_ceil(8));
        self.memory(name, bytes)
    }

    /// A global of so many bytes, all zero.
    pub fn memory(&mut self, name: &str, size: u64) -> GlobalId {
        self.program.globals.push(zeroed_global(name.to_string(), size, 16))
    }

    pub fn mark(&mut self, code: &mut Code, mark: TraceMark) {
        code.mark(self.marks.len());
        self.marks.push(mark);
    }
}

/// What [`translate`] gives.
pub struct TranslatedThreads {
    /// For each thread the function that runs it, without parameters and results.
    /// To be called only if the thread was created.
    pub functions: IndexVec<Slot, FunctionId>,
    /// A bit: was the thread created? `main` always is, and has none.
    pub created: IndexVec<Slot, Option<GlobalId>>,
    pub deferred_checks: DeferredChecks,
}

impl TranslatedThreads {
    /// Calls the threads that were created. Parents run before their children, so that it
    /// is known which were.
    pub fn call(&self, code: &mut Code) {
        for (slot, &function) in self.functions.iter_enumerated() {
            let created = self.created[slot].map(|created| code.read(created, BIT));
            let join = created.map(|created| code.begin_if(created));
            code.call(function, Vec::new());
            if let Some(join) = join {
                code.end_if(join);
            }
        }
    }
}

/// The memory that threads share.
pub struct SharedMemory {
    /// What the scheme has to keep.
    pub guessed: IndexVec<GuessedId, GuessedLocation>,
    objects: Objects,
    locations: IndexVec<LocationId, MemoryLocation>,
    ends: Ends,
}

/// Bytes of a shared object that are always accessed as one, or a bit about an object or
/// about another location.
struct MemoryLocation {
    name: String,
    /// In bytes, from the object's start.
    start: u64,
    bytes: u64,
    kind: Type,
    initial: Initial,
    /// The bit that says whether it was never written, where that may be.
    empty: Option<LocationId>,
    /// Holds what was written last in the order in which threads run, for the threads in
    /// `known_to`.
    own: Option<GlobalId>,
    known_to: FxHashSet<Slot>,
    guessed: Option<GuessedId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct LocationId(u32);

impl Index for LocationId {
    fn new(position: usize) -> Self {
        LocationId(position as u32)
    }
    fn position(self) -> usize {
        self.0 as usize
    }
}

impl SharedMemory {
    /// Adds what stands for objects to the program. An error is a reason why this
    /// program's memory cannot be divided.
    pub fn find(bounded: &Bounded, build: &mut ProgramBuilder) -> Result<SharedMemory, String> {
        let objects = Objects::find(bounded, build)?;
        let ends = uses::ends(bounded, &objects)?;
        let mut shared =
            SharedMemory { guessed: IndexVec::new(), objects, locations: IndexVec::new(), ends };
        shared.divide(bounded)?;
        shared.add_ended_bits(bounded);
        shared.add_empty_bits(bounded, build);
        shared.find_guessed(bounded, build);
        Ok(shared)
    }

    fn divide(&mut self, bounded: &Bounded) -> Result<(), String> {
        let divided = locations::divide(bounded, &self.objects)?;
        for id in self.objects.list.indices() {
            let object = &self.objects.list[id];
            let mut mine = Vec::new();
            for &(start, bytes) in divided.get(&id).into_iter().flatten() {
                let initial = match object.base {
                    Base::Global(global) => initial(bounded, global, start, bytes),
                    Base::Register | Base::Held(_) => Initial::Zero,
                };
                let kind = Type::Integer((8 * bytes) as u16);
                let name = match object.size {
                    Size::Known(size) if size == bytes => object.name.clone(),
                    Size::Known(_) | Size::Held(_) => format!("{}_{start}", object.name),
                };
                mine.push(self.locations.push(MemoryLocation {
                    start,
                    bytes,
                    ..MemoryLocation::new(name, kind, initial)
                }));
            }
            self.objects.list[id].locations = mine;
        }
        Ok(())
    }

    /// A bit for each object that may be accessed after its end.
    fn add_ended_bits(&mut self, bounded: &Bounded) {
        let last = uses::last_accesses(bounded, &self.objects);
        let mut needed = FxHashSet::default();
        for ((object, accessor), accesses) in last {
            let ends = self.ends.by.get(&object).into_iter().flatten();
            if ends.into_iter().any(|(slot, end)| *slot != accessor || *end < accesses) {
                needed.insert(object);
            }
        }
        for id in self.objects.list.indices().filter(|id| needed.contains(id)) {
            let name = format!("{}_ended", self.objects.list[id].name);
            let location = self.locations.push(MemoryLocation::new(name, BIT, Initial::Zero));
            self.objects.list[id].ended = Some(location);
        }
    }

    /// A bit for each location that may be read, or copied, although it was never written.
    fn add_empty_bits(&mut self, bounded: &Bounded, build: &mut ProgramBuilder) {
        let one = build.memory("one", 1);
        let value = InitialValue::Bytes(vec![1]);
        build.program.globals[one].initial.push(raddle_ir::Initial { offset: 0, value });
        for id in self.objects.list.indices() {
            if self.objects.list[id].shared {
                let unwritten = unwritten::unwritten(bounded, &self.objects, &self.locations, id);
                let locations = self.objects.list[id].locations.iter().copied();
                for location in
                    locations.filter(|location| unwritten.contains(location)).collect::<Vec<_>>()
                {
                    self.add_empty_bit(location, Initial::Bytes { global: one, offset: 0 });
                }
            }
        }
        // What is copied from there.
        loop {
            let copied = uses::copied_from_empty(bounded, &self.objects, &self.locations);
            if copied.is_empty() {
                return;
            }
            let mut copied: Vec<LocationId> = copied.into_iter().collect();
            copied.sort_unstable();
            for location in copied {
                self.add_empty_bit(location, Initial::Zero);
            }
        }
    }

    fn add_empty_bit(&mut self, location: LocationId, initial: Initial) {
        let name = format!("{}_empty", self.locations[location].name);
        let bit = self.locations.push(MemoryLocation::new(name, BIT, initial));
        self.locations[location].empty = Some(bit);
    }

    /// What threads know they read from a variable; the other locations are guessed.
    fn find_guessed(&mut self, bounded: &Bounded, build: &mut ProgramBuilder) {
        let uses = uses::find(bounded, &self.objects, &self.locations, &self.ends);
        let ancestors = uses::Ancestors::find(bounded);
        for (id, location) in self.locations.iter_enumerated_mut() {
            let uses = &uses[id];
            let mut readers: Vec<Slot> = uses.readers.iter().copied().collect();
            readers.sort_unstable();
            if let Some(initial) = contents(&build.program, location) {
                location.known_to = readers
                    .iter()
                    .copied()
                    .filter(|reader| ancestors.knows(bounded, *reader, uses))
                    .collect();
                if !location.known_to.is_empty() {
                    let own = build.variable(&location.name, location.kind);
                    build.program.globals[own].initial = initial;
                    location.own = Some(own);
                }
            }
            readers.retain(|reader| !location.known_to.contains(reader));
            if !readers.is_empty() {
                location.guessed = Some(self.guessed.push(GuessedLocation {
                    name: location.name.clone(),
                    kind: location.kind,
                    initial: location.initial,
                    readers,
                    writers: uses.writer_slots(),
                }));
            }
        }
    }
}

impl MemoryLocation {
    fn new(name: String, kind: Type, initial: Initial) -> MemoryLocation {
        MemoryLocation {
            name,
            start: 0,
            bytes: 1,
            kind,
            initial,
            empty: None,
            own: None,
            known_to: FxHashSet::default(),
            guessed: None,
        }
    }
}

/// What a location of a global holds at first: only globals of the bounded program may
/// hold anything but zero.
fn initial(bounded: &Bounded, global: GlobalId, start: u64, bytes: u64) -> Initial {
    let initials = bounded.program.globals.get(global).map(|global| &global.initial);
    let overlaps = |each: &raddle_ir::Initial| {
        let size = initial_size(each, bounded.program.target);
        each.offset < start + bytes && start < each.offset + size
    };
    match initials.into_iter().flatten().any(overlaps) {
        true => Initial::Bytes { global, offset: start },
        false => Initial::Zero,
    }
}

fn initial_size(initial: &raddle_ir::Initial, target: raddle_ir::Target) -> u64 {
    match &initial.value {
        InitialValue::Bytes(bytes) => bytes.len() as u64,
        InitialValue::GlobalAddress { .. } | InitialValue::FunctionAddress(_) => {
            target.pointer_bytes()
        }
    }
}

/// The initial contents of a variable for this location. `None` if it holds
/// some bytes of an address only.
fn contents(program: &Program, location: &MemoryLocation) -> Option<Vec<raddle_ir::Initial>> {
    let Initial::Bytes { global, offset } = location.initial else {
        return Some(Vec::new());
    };
    let end = offset + location.bytes;
    let mut found = Vec::new();
    for each in &program.globals.get(global)?.initial {
        let (from, to) = (each.offset, each.offset + initial_size(each, program.target));
        if to <= offset || end <= from {
            continue;
        }
        let (first, last) = (from.max(offset), to.min(end));
        let value = match &each.value {
            InitialValue::Bytes(bytes) => {
                let bytes = bytes.get((first - from) as usize..(last - from) as usize)?;
                InitialValue::Bytes(bytes.to_vec())
            }
            InitialValue::GlobalAddress { .. } | InitialValue::FunctionAddress(_) => {
                if from < offset || end < to {
                    return None;
                }
                each.value.clone()
            }
        };
        found.push(raddle_ir::Initial { offset: first - offset, value });
    }
    Some(found)
}

/// A function's first block.
fn entry() -> BlockId {
    BlockId::new(Function::ENTRY)
}

/// An address so many bytes further.
pub fn offset_by(code: &mut Code, address: Operand, offset: u64) -> Operand {
    if offset == 0 {
        return address;
    }
    let offset = constant(u128::from(offset), code.target.pointer_bits);
    code.apply(Operator::PointerAdd { offset_bits: 0 }, &[address, offset], Type::Pointer)
}
