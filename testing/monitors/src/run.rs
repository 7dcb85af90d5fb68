//! What a run was, as far as claims speak of it and the machine does not know it.

use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_ir::GlobalId;
use raddle_modular::kinds::{FIRST, KindSet};
use raddle_modular::locks::LockId;
use raddle_passes::Place;
use raddle_semantics::ThreadNumber;

/// Which thread it is of all that there ever were; the machine uses numbers again.
pub type Who = usize;

#[derive(Clone, Debug)]
pub struct Thread {
    /// It is of one of these.
    pub kinds: KindSet,
    /// The calls that it is in.
    pub calls: Vec<Place>,
    /// It has said so to who joins it. It may still have a step to go, which accesses nothing.
    pub has_ended: bool,
    pub created: Vec<Who>,
}

/// An object that was made at run time.
#[derive(Debug)]
pub struct Birth {
    pub maker: Who,
    pub how: Made,
}

#[derive(Debug)]
pub enum Made {
    ThreadLocal(GlobalId),
    /// At a place, behind the calls that lead to it.
    At(Vec<Place>),
}

/// The cell of a lock.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lock {
    pub owner: Option<Who>,
    /// What is in it, if that is known.
    pub value: Option<u128>,
}

#[derive(Clone, Debug)]
pub struct Run {
    pub threads: Vec<Thread>,
    pub numbers: BTreeMap<ThreadNumber, Who>,
    pub objects: BTreeMap<u32, Rc<Birth>>,
    pub locks: BTreeMap<LockId, Lock>,
    /// Something happened from which on nothing is claimed.
    pub is_over: bool,
}

impl Thread {
    fn new(kinds: KindSet) -> Thread {
        Thread { kinds, calls: Vec::new(), has_ended: false, created: Vec::new() }
    }

    pub fn path(&self, place: Place) -> Vec<Place> {
        let mut path = self.calls.clone();
        path.push(place);
        path
    }
}

impl Run {
    pub fn new() -> Run {
        Run {
            threads: vec![Thread::new(KindSet::one(FIRST))],
            numbers: BTreeMap::from([(0, 0)]),
            objects: BTreeMap::new(),
            locks: BTreeMap::new(),
            is_over: false,
        }
    }

    pub fn who(&self, number: ThreadNumber) -> Who {
        self.numbers.get(&number).copied().unwrap_or(0)
    }

    pub fn spawn(&mut self, parent: Who, child: ThreadNumber, kinds: KindSet) {
        let who = self.threads.len();
        self.threads.push(Thread::new(kinds));
        self.numbers.insert(child, who);
        self.threads[parent].created.push(who);
    }

    /// No other thread has been created yet.
    pub fn is_alone(&self, who: Who) -> bool {
        who == 0 && self.threads[0].created.is_empty()
    }

    pub fn owns(&self, who: Who, lock: LockId) -> bool {
        self.locks.get(&lock).is_some_and(|lock| lock.owner == Some(who))
    }
}
