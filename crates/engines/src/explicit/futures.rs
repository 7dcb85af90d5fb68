//! What can still happen from a state, kept for every state whose successors were searched.
//!
//! For each thread *t* it is kept what every other thread can still touch while *t* takes no
//! step, and what each can touch at all: a row of footprints, one a thread. A thread that
//! waits for a lock that *t* holds touches nothing in the row of *t*; so locks, joins, barriers
//! and condition variables need no rules of their own, and addresses are the actual ones.
//!
//! The row of *t* at a state is what the next steps of the others touch, and the rows of *t*
//! at the successors by steps of others; where only *t* was let step, its row at the successors
//! by *t*, since what the others can do then they can do before. (With the sets of
//! `persistent.rs` a sequence of steps without *t* is still possible behind a step of another
//! member, or of *t*, with the same footprints.)
//!
//! States on a cycle have all rows of the cycle; they are known when the search leaves its
//! last state (Tarjan's strongly connected components). Until then a state is *open*.

use hashbrown::HashTable;
use raddle_semantics::ThreadNumber;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

use super::footprint::{Footprint, Footprints};
use super::waits::{WaitSet, Waits};

/// Lists of numbers, each once.
struct Lists {
    /// Where each begins; one more than there are.
    starts: Vec<usize>,
    items: Vec<u32>,
    table: HashTable<u32>,
}

impl Lists {
    fn new() -> Lists {
        Lists { starts: vec![0], items: Vec::new(), table: HashTable::new() }
    }

    fn get(&self, number: u32) -> &[u32] {
        &self.items[self.starts[number as usize]..self.starts[number as usize + 1]]
    }

    fn intern(&mut self, list: &[u32]) -> u32 {
        let hash = |list: &[u32]| {
            let mut hasher = FxHasher::default();
            list.hash(&mut hasher);
            hasher.finish()
        };
        let (starts, items) = (&self.starts, &self.items);
        let at = |number: u32| &items[starts[number as usize]..starts[number as usize + 1]];
        if let Some(known) = self.table.find(hash(list), |&known| at(known) == list) {
            return *known;
        }
        let number = self.starts.len() as u32 - 1;
        self.items.extend_from_slice(list);
        self.starts.push(self.items.len());
        let (starts, items) = (&self.starts, &self.items);
        let at = |number: u32| &items[starts[number as usize]..starts[number as usize + 1]];
        self.table.insert_unique(hash(list), number, |&number| hash(at(number)));
        number
    }

    fn bytes(&self) -> usize {
        8 * self.starts.capacity() + 4 * self.items.capacity() + 5 * self.table.capacity()
    }
}

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is on the path, or on a cycle with a state that is; by when it was entered.
    Open(u32),
    Closed(Future),
}

/// The number of all rows of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Future(u32);

impl Future {
    /// Nothing is known, so anything can happen.
    pub const ANYTHING: Future = Future(0);
}

/// What a thread can touch: in steps that do not wait, and in those that do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    pub plain: Footprint,
    pub waiting: WaitSet,
}

impl Touched {
    pub const NOTHING: Touched = Touched { plain: Footprint::EMPTY, waiting: WaitSet::EMPTY };
}

/// By thread.
pub type Row = Vec<Touched>;

/// All sets that rows are made of.
pub struct Sets {
    pub footprints: Footprints,
    pub waits: Waits,
}

impl Sets {
    pub fn new() -> Sets {
        Sets { footprints: Footprints::new(), waits: Waits::new() }
    }

    pub fn union(&mut self, one: Touched, other: Touched) -> Touched {
        Touched {
            plain: self.footprints.union(one.plain, other.plain),
            waiting: self.waits.union(one.waiting, other.waiting),
        }
    }
}

pub struct Futures {
    /// By the state's number; the highest bit says that it is open.
    known: Vec<u32>,
    rows: Lists,
    /// For each state the row of all that can happen, then the rows without each thread.
    tables: Lists,
    /// States that were left, but are on a cycle with one that was not.
    left: Vec<Left>,
    entered: u32,
}

/// A state that was left: its number if it is stored, when it was entered, and what it knows.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    pub state: Option<u32>,
    pub entered: u32,
    pub own: Future,
}

const OPEN: u32 = 1 << 31;

impl Futures {
    pub fn new() -> Futures {
        let (rows, mut tables) = (Lists::new(), Lists::new());
        // Every other table has rows.
        let anything = tables.intern(&[]);
        debug_assert_eq!(Future(anything), Future::ANYTHING);
        Futures { known: Vec::new(), rows, tables, left: Vec::new(), entered: 0 }
    }

    /// A state is entered for the first time; when that is.
    pub fn enter(&mut self) -> u32 {
        self.entered += 1;
        self.entered - 1
    }

    /// A state that was entered then has this number in the store.
    pub fn store(&mut self, state: u32, entered: u32) {
        debug_assert_eq!(self.known.len(), state as usize, "states are numbered as they come");
        self.known.push(OPEN | entered);
    }

    /// A state of which nothing will be known is stored.
    pub fn store_unknown(&mut self, state: u32) {
        debug_assert_eq!(self.known.len(), state as usize, "states are numbered as they come");
        self.known.push(Future::ANYTHING.0);
    }

    pub fn of(&self, state: u32) -> Known {
        let known = self.known[state as usize];
        match known & OPEN {
            0 => Known::Closed(Future(known)),
            _ => Known::Open(known & !OPEN),
        }
    }

    /// What each thread can touch from a state while one takes no step.
    pub fn touched(
        &self,
        future: Future,
        without: ThreadNumber,
    ) -> impl Iterator<Item = (ThreadNumber, Touched)> + '_ {
        let row = self.row(future, Some(without));
        row.chunks_exact(2).enumerate().map(|(by, pair)| (by as ThreadNumber, touched(pair)))
    }

    fn row(&self, future: Future, without: Option<ThreadNumber>) -> &[u32] {
        let table = self.tables.get(future.0);
        let position = without.map_or(0, |thread| 1 + thread as usize);
        // A thread that does not run takes no step anyway.
        let row = table.get(position).or(table.first());
        row.map_or(&[], |row| self.rows.get(*row))
    }

    /// Adds the row of a future to one that is being made.
    pub fn add(
        &self,
        sets: &mut Sets,
        to: &mut Row,
        future: Future,
        without: Option<ThreadNumber>,
    ) {
        let row = self.row(future, without);
        if to.len() < row.len() / 2 {
            to.resize(row.len() / 2, Touched::NOTHING);
        }
        for (set, more) in to.iter_mut().zip(row.chunks_exact(2)) {
            *set = sets.union(*set, touched(more));
        }
    }

    /// The number of a table: the row of all that can happen, then those without each thread.
    pub fn table(&mut self, rows: &[Row]) -> Future {
        let mut numbers: Vec<u32> = rows
            .iter()
            .map(|row| {
                let used = row.iter().rposition(|touched| *touched != Touched::NOTHING);
                let row = &row[..used.map_or(0, |last| last + 1)];
                let pairs =
                    row.iter().flat_map(|each| [each.plain.number(), each.waiting.number()]);
                self.rows.intern(&pairs.collect::<Vec<u32>>())
            })
            .collect();
        while numbers.len() > 1 && numbers.last() == numbers.first() {
            numbers.pop();
        }
        Future(self.tables.intern(&numbers))
    }

    /// The search leaves a state that has led back to one that was entered at `lowest`. What is
    /// known of it now.
    pub fn leave(&mut self, sets: &mut Sets, left: Left, lowest: u32) -> Known {
        if lowest < left.entered {
            self.left.push(left);
            return Known::Open(lowest);
        }
        let is_later = |other: &&Left| other.entered > left.entered;
        let count = self.left.iter().rev().take_while(is_later).count();
        let cycle = self.left.split_off(self.left.len() - count);
        let shared = self.union(sets, left.own, &cycle);
        for state in cycle.iter().chain([&left]).filter_map(|left| left.state) {
            self.known[state as usize] = shared.0;
        }
        Known::Closed(shared)
    }

    fn union(&mut self, sets: &mut Sets, own: Future, cycle: &[Left]) -> Future {
        let mut distinct: Vec<u32> = cycle.iter().map(|left| left.own.0).collect();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.iter().all(|future| *future == own.0) {
            return own;
        }
        distinct.push(own.0);
        if distinct.contains(&Future::ANYTHING.0) {
            return Future::ANYTHING;
        }
        let width = distinct.iter().map(|each| self.tables.get(*each).len()).max().unwrap_or(1);
        let mut rows: Vec<Row> = vec![Row::new(); width];
        for future in distinct {
            for (position, row) in rows.iter_mut().enumerate() {
                let without = position.checked_sub(1).map(|thread| thread as ThreadNumber);
                self.add(sets, row, Future(future), without);
            }
        }
        self.table(&rows)
    }

    pub fn bytes(&self) -> usize {
        4 * self.known.capacity() + self.rows.bytes() + self.tables.bytes()
    }
}

fn touched(pair: &[u32]) -> Touched {
    Touched { plain: Footprint::from_number(pair[0]), waiting: WaitSet::from_number(pair[1]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_known_when_its_first_state_is_left() {
        let (mut futures, mut sets) = (Futures::new(), Sets::new());
        let own = futures.table(&[vec![Touched::NOTHING], vec![]]);
        for state in 0..3 {
            let entered = futures.enter();
            futures.store(state, entered);
        }
        let left = |state: u32| Left { state: Some(state), entered: state, own };
        assert_eq!(futures.leave(&mut sets, left(2), 1), Known::Open(1));
        assert_eq!(futures.of(2), Known::Open(2));
        assert_eq!(futures.leave(&mut sets, left(1), 1), Known::Closed(own));
        assert_eq!((futures.of(1), futures.of(2)), (Known::Closed(own), Known::Closed(own)));
        assert_eq!(futures.of(0), Known::Open(0));
    }
}
