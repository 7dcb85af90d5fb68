//! What steps touch, by actual address: the independence relation of the reductions.
//!
//! Two steps of different threads are *dependent* if they access a common byte and one of
//! them writes it. To end an object's life, by `free` or at the end of a block, writes all of
//! it; to ask whether it lives reads its lifetime, a byte behind all others. To read what was
//! never written chooses its value for all time, and so writes it. Steps that are not
//! dependent commute, and neither enables or disables the other: what a step does is a
//! function of its thread and of the memory that it reads (`cache.rs` relies on the same).
//!
//! Numbers of new objects and threads are left out: which are free depends on all memory, so
//! two orders of independent steps may lead to states that differ in them. The program
//! takes any number, so these states are the same but for names.

use raddle_ir::{AwaitKind, Instruction};
use raddle_passes::{Place, Ready};
use raddle_semantics::machine::Question;
use raddle_semantics::{Event, Machine};
use rustc_hash::FxHashMap;

/// Every byte of an object.
const WHOLE: (u64, u64) = (0, u64::MAX);
/// Where an object's lifetime is kept.
const LIFETIME: (u64, u64) = (u64::MAX - 1, u64::MAX);
/// Sets with more ranges are kept by whole objects.
const MOST_RANGES: usize = 2_000;
/// So many pairs are remembered at the most.
const MOST_PAIRS: usize = 1 << 21;

/// A range of bytes in a cell of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Range {
    cell: u32,
    write: bool,
    start: u64,
    end: u64,
}

/// The number of a set of accesses; equal sets have equal numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Footprint(u32);

impl Footprint {
    pub const EMPTY: Footprint = Footprint(0);

    pub fn number(self) -> u32 {
        self.0
    }

    pub fn from_number(number: u32) -> Footprint {
        Footprint(number)
    }
}

/// Gathers what one step touches.
#[derive(Debug, Default)]
pub struct Recorder {
    /// Object, bytes, and whether it is written.
    touched: Vec<(u32, (u64, u64), bool)>,
    /// Objects that no other thread sees.
    private: Vec<u32>,
    /// The last choice of a value was made here.
    chosen: Option<Place>,
    /// It went through a wait that does not end by itself.
    waited: bool,
}

/// A cell that no other thread sees, and the identity of what it held.
pub type PrivateCell = (u32, u32);

impl Recorder {
    pub fn clear(&mut self) {
        self.touched.clear();
        self.private.clear();
        self.chosen = None;
        self.waited = false;
    }

    pub fn add(&mut self, ready: &Ready, event: &Event) {
        let chosen = self.chosen.take();
        match event {
            Event::Nondet { place, .. } => self.chosen = Some(*place),
            Event::Read { place, address, width, .. } => {
                let fills = chosen == Some(*place);
                self.access(ready, *place, *address, u64::from(width.div_ceil(8)), fills);
            }
            Event::Write { place, address, width, .. } => {
                self.access(ready, *place, *address, u64::from(width.div_ceil(8)), true);
            }
            Event::Wait { place, .. } => {
                let instruction = place.instruction(&ready.program);
                self.waited |=
                    matches!(instruction, Some(Instruction::Await { kind: AwaitKind::Plain, .. }));
            }
            Event::Call { .. }
            | Event::Return { .. }
            | Event::Spawn { .. }
            | Event::Allocate { .. }
            | Event::Free { .. }
            | Event::Fence { .. }
            | Event::Section { .. }
            | Event::Output { .. }
            | Event::Exit { .. }
            | Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Failed { .. } => {}
        }
    }

    fn access(
        &mut self,
        ready: &Ready,
        place: Place,
        address: raddle_terms::Bits,
        bytes: u64,
        write: bool,
    ) {
        let (object, offset) = ready.layout.split(address);
        let visible = &ready.functions[place.function].visible[place.block];
        if !visible[place.statement as usize] {
            self.private.push(object);
            return;
        }
        let start = offset.max(0) as u64;
        self.touched.push((object, (start, start.saturating_add(bytes)), write));
    }

    /// What a step that waits, or has waited, read of memory that no other thread sees.
    pub fn private_cells(
        &self,
        machine: &Machine<'_>,
        is_blocked: bool,
    ) -> Option<Box<[PrivateCell]>> {
        if !self.waited && !is_blocked {
            return None;
        }
        let memory = &machine.memory;
        let private: Vec<u32> =
            self.private.iter().filter_map(|object| memory.cell_of(*object)).collect();
        let cells = memory.questions.iter().filter_map(|question| match question {
            Question::Cell { cell, identity } => {
                private.contains(cell).then_some((*cell, *identity))
            }
            Question::Choice => None,
        });
        Some(cells.collect())
    }

    /// What the step that the machine has just run (and not undone) touches.
    fn ranges(&self, machine: &Machine<'_>) -> Vec<Range> {
        let memory = &machine.memory;
        let range = |cell: u32, (start, end): (u64, u64), write| Range { cell, write, start, end };
        let mut ranges: Vec<Range> = self
            .touched
            .iter()
            .filter_map(|(object, bytes, write)| {
                Some(range(memory.cell_of(*object)?, *bytes, *write))
            })
            .collect();
        let known: Vec<u32> = ranges
            .iter()
            .map(|range| range.cell)
            .chain(self.private.iter().filter_map(|object| memory.cell_of(*object)))
            .collect();
        // That an access fails, or how large an object is, depends on its life alone.
        ranges.extend(memory.questions.iter().filter_map(|question| match question {
            Question::Cell { cell, .. } => {
                (!known.contains(cell)).then(|| range(*cell, LIFETIME, false))
            }
            Question::Choice => None,
        }));
        let died = memory
            .cells
            .changes()
            .filter(|(_, object, _)| object.is_some_and(|object| !object.alive));
        ranges.extend(died.map(|(cell, _, _)| range(cell, WHOLE, true)));
        ranges
    }
}

/// Sorts, and joins ranges that touch.
fn normalise(mut ranges: Vec<Range>) -> Vec<Range> {
    ranges.sort_unstable();
    let mut joined: Vec<Range> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match joined.last_mut() {
            Some(last)
                if (last.cell, last.write) == (range.cell, range.write)
                    && range.start <= last.end =>
            {
                last.end = last.end.max(range.end);
            }
            _ => joined.push(range),
        }
    }
    joined
}

fn overlap(one: &Range, other: &Range) -> bool {
    (one.write || other.write) && one.start < other.end && other.start < one.end
}

/// All sets of accesses of a search, each once.
pub struct Footprints {
    sets: Vec<Box<[Range]>>,
    numbers: FxHashMap<Box<[Range]>, u32>,
    unions: FxHashMap<(u32, u32), u32>,
    conflicts: FxHashMap<(u32, u32), bool>,
}

impl Footprints {
    pub fn new() -> Footprints {
        let empty: Box<[Range]> = Box::default();
        Footprints {
            sets: vec![empty.clone()],
            numbers: FxHashMap::from_iter([(empty, 0)]),
            unions: FxHashMap::default(),
            conflicts: FxHashMap::default(),
        }
    }

    /// The set of what a step touches that was recorded.
    pub fn of_step(&mut self, recorder: &Recorder, machine: &Machine<'_>) -> Footprint {
        self.intern(recorder.ranges(machine))
    }

    fn intern(&mut self, ranges: Vec<Range>) -> Footprint {
        let mut ranges = normalise(ranges);
        if ranges.len() > MOST_RANGES {
            let whole = |range: Range| Range { start: WHOLE.0, end: WHOLE.1, ..range };
            ranges = normalise(ranges.into_iter().map(whole).collect());
        }
        let ranges = ranges.into_boxed_slice();
        if let Some(number) = self.numbers.get(&ranges) {
            return Footprint(*number);
        }
        let number = self.sets.len() as u32;
        self.sets.push(ranges.clone());
        self.numbers.insert(ranges, number);
        Footprint(number)
    }

    pub fn union(&mut self, one: Footprint, other: Footprint) -> Footprint {
        if one == other || other == Footprint::EMPTY {
            return one;
        }
        if one == Footprint::EMPTY {
            return other;
        }
        let pair = (one.0.min(other.0), one.0.max(other.0));
        if let Some(number) = self.unions.get(&pair) {
            return Footprint(*number);
        }
        let both = self.sets[one.0 as usize].iter().chain(&self.sets[other.0 as usize]);
        let union = self.intern(both.copied().collect());
        if self.unions.len() >= MOST_PAIRS {
            self.unions.clear();
        }
        self.unions.insert(pair, union.0);
        union
    }

    pub fn bytes(&self) -> usize {
        let ranges: usize = self.sets.iter().map(|set| set.len()).sum();
        2 * ranges * size_of::<Range>()
            + 48 * self.sets.capacity()
            + 13 * (self.unions.capacity() + self.conflicts.capacity())
    }

    /// Whether a step that touches the one and a step of another thread that touches the
    /// other are dependent.
    pub fn conflict(&mut self, one: Footprint, other: Footprint) -> bool {
        if one == Footprint::EMPTY || other == Footprint::EMPTY {
            return false;
        }
        let pair = (one.0.min(other.0), one.0.max(other.0));
        if let Some(known) = self.conflicts.get(&pair) {
            return *known;
        }
        let found = dependent(&self.sets[one.0 as usize], &self.sets[other.0 as usize]);
        if self.conflicts.len() >= MOST_PAIRS {
            self.conflicts.clear();
        }
        self.conflicts.insert(pair, found);
        found
    }
}

impl Footprints {
    /// Whether a step that writes the one set, and is not dependent with steps that touch
    /// `waiting`, can change what another step has read.
    pub fn disturbs(&self, written: Footprint, read: Footprint, waiting: Footprint) -> bool {
        let waiting = &self.sets[waiting.0 as usize];
        let writes = self.sets[written.0 as usize].iter().filter(|range| range.write);
        let mut rest = Vec::new();
        for range in writes {
            rest.extend(without(*range, waiting));
        }
        dependent(&normalise(rest), &self.sets[read.0 as usize])
    }
}

/// What is left of a write that no waiting step is dependent with. An object that one of them
/// touches does not die. (Other writes of that object are joined with its death; then the thread
/// is dependent with the waiting step anyway.)
fn without(range: Range, waiting: &[Range]) -> Vec<Range> {
    let mut same = waiting.iter().filter(|each| each.cell == range.cell);
    if (range.start, range.end) == WHOLE {
        return if same.next().is_some() { Vec::new() } else { vec![range] };
    }
    let mut rest = vec![range];
    for each in same {
        let cut = |part: Range| {
            let (before, after) = (
                Range { end: part.end.min(each.start), ..part },
                Range { start: part.start.max(each.end), ..part },
            );
            [before, after].into_iter().filter(|part| part.start < part.end)
        };
        rest = rest.into_iter().flat_map(cut).collect();
    }
    rest
}

fn dependent(one: &[Range], other: &[Range]) -> bool {
    let mut from = 0;
    one.iter().any(|range| {
        from += other[from..].partition_point(|each| each.cell < range.cell);
        let same = other[from..].iter().take_while(|each| each.cell == range.cell);
        same.into_iter().any(|each| overlap(range, each))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(cell: u32, start: u64, end: u64, write: bool) -> Range {
        Range { cell, write, start, end }
    }

    #[test]
    fn bytes_that_touch_become_one_range() {
        let ranges = vec![
            range(1, 4, 8, false),
            range(1, 0, 4, false),
            range(1, 4, 8, true),
            range(0, 0, 1, true),
        ];
        let joined = [range(0, 0, 1, true), range(1, 0, 8, false), range(1, 4, 8, true)];
        assert_eq!(normalise(ranges), joined);
    }

    #[test]
    fn a_write_and_any_access_of_the_same_byte_conflict() {
        let mut sets = Footprints::new();
        let read = sets.intern(vec![range(1, 0, 4, false), range(7, 0, 4, false)]);
        let write = sets.intern(vec![range(1, 3, 4, true)]);
        let beside = sets.intern(vec![range(1, 4, 8, true), range(2, 0, 4, true)]);
        let dies = sets.intern(vec![Range { cell: 7, write: true, start: WHOLE.0, end: WHOLE.1 }]);
        let asks =
            sets.intern(vec![Range { cell: 7, write: false, start: LIFETIME.0, end: LIFETIME.1 }]);
        assert!(sets.conflict(read, write) && sets.conflict(write, read));
        assert!(!sets.conflict(read, read) && !sets.conflict(read, beside));
        assert!(
            sets.conflict(read, dies) && sets.conflict(asks, dies) && !sets.conflict(asks, read)
        );
        let both = sets.union(write, beside);
        assert_eq!(both, sets.union(beside, write));
        assert!(sets.conflict(both, read) && sets.conflict(both, both));
        assert!(!sets.conflict(both, Footprint::EMPTY));
    }
}
