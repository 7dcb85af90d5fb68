//! The visited states, compactly: each distinct thread and object is kept once
//! and has a number; a state is the row of these numbers, packed into a few
//! bytes. States are compared exactly, never by hash alone.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use hashbrown::HashTable;
use raddle_semantics::Machine;
use raddle_semantics::machine::{ABSENT, Object, Thread};
use rustc_hash::FxHasher;

/// Distinct values, numbered from 1.
struct Interner<T> {
    values: Vec<Rc<T>>,
    table: HashTable<u32>,
}

fn hash_of<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl<T: Hash + Eq> Interner<T> {
    fn new() -> Self {
        Interner { values: Vec::new(), table: HashTable::new() }
    }

    fn intern(&mut self, value: &Rc<T>) -> (Rc<T>, u32) {
        let values = &self.values;
        let hash = hash_of(&**value);
        if let Some(&known) = self.table.find(hash, |&at| values[at as usize] == *value) {
            return (self.values[known as usize].clone(), known + 1);
        }
        let at = self.values.len() as u32;
        self.values.push(value.clone());
        let values = &self.values;
        self.table.insert_unique(hash, at, |&at| hash_of(&*values[at as usize]));
        (value.clone(), at + 1)
    }
}

pub struct Store {
    threads: Interner<Thread>,
    objects: Interner<Object>,
    /// Packed states, one after the other.
    packed: Vec<u8>,
    /// Where each state begins in `packed`.
    table: HashTable<u64>,
    scratch: Vec<u8>,
}

impl Store {
    pub fn new() -> Store {
        Store {
            threads: Interner::new(),
            objects: Interner::new(),
            packed: Vec::new(),
            table: HashTable::new(),
            scratch: Vec::new(),
        }
    }

    /// Numbers what the last step changed.
    pub fn settle(&mut self, machine: &mut Machine<'_>) {
        machine.threads.settle(|thread| self.threads.intern(thread), |_, _| {});
        machine.memory.cells.settle(|object| self.objects.intern(object), |_, _| {});
    }

    /// Adds the machine's (settled) state with the budgets that belong to it;
    /// `false` if it was there.
    pub fn insert(&mut self, machine: &Machine<'_>, budgets: &[u64]) -> bool {
        self.scratch.clear();
        let threads = &machine.threads;
        let present = (0..threads.len()).rev().find(|&index| threads.identity(index) != ABSENT);
        let count = present.map_or(0, |last| last + 1);
        pack(&mut self.scratch, count as u64);
        for index in 0..count {
            pack(&mut self.scratch, u64::from(threads.identity(index)));
        }
        for budget in budgets {
            pack(&mut self.scratch, *budget);
        }
        let objects = &machine.memory.cells;
        for index in 0..objects.len() {
            pack(&mut self.scratch, u64::from(objects.identity(index)));
        }
        // Objects that do not exist yet are no part of the state.
        while self.scratch.last() == Some(&0) {
            self.scratch.pop();
        }
        let hash = hash_of(self.scratch.as_slice());
        let (packed, scratch) = (&self.packed, &self.scratch);
        if self.table.find(hash, |&at| entry(packed, at) == scratch.as_slice()).is_some() {
            return false;
        }
        let at = self.packed.len() as u64;
        pack(&mut self.packed, self.scratch.len() as u64);
        self.packed.extend_from_slice(&self.scratch);
        let packed = &self.packed;
        self.table.insert_unique(hash, at, |&at| hash_of(entry(packed, at)));
        true
    }

    pub fn len(&self) -> u64 {
        self.table.len() as u64
    }

    /// The bytes that the store holds, components included (estimated).
    pub fn bytes(&self) -> u64 {
        let threads: usize = self.threads.values.iter().map(|thread| thread_bytes(thread)).sum();
        let objects: usize = self.objects.values.iter().map(|object| object_bytes(object)).sum();
        let tables = 9 * self.table.capacity()
            + 5 * (self.threads.table.capacity() + self.objects.table.capacity());
        (self.packed.len() + threads + objects + tables) as u64
    }

    pub fn components(&self) -> u64 {
        (self.threads.values.len() + self.objects.values.len()) as u64
    }
}

fn thread_bytes(thread: &Thread) -> usize {
    size_of::<Thread>()
        + thread.frames.iter().map(|frame| 96 + 24 * frame.values().count()).sum::<usize>()
}

fn object_bytes(object: &Object) -> usize {
    size_of::<Object>() + object.bytes().len()
}

/// Seven bits a byte, low ones first.
fn pack(to: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        to.push(value as u8 | 0x80);
        value >>= 7;
    }
    to.push(value as u8);
}

fn entry(packed: &[u8], at: u64) -> &[u8] {
    let mut start = at as usize;
    let (mut length, mut shift) = (0usize, 0);
    loop {
        let byte = packed[start];
        start += 1;
        length |= usize::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            return &packed[start..start + length];
        }
    }
}
