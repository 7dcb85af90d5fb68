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

impl<T> Interner<T> {
    fn value(&self, identity: u32) -> Option<Rc<T>> {
        self.values.get(identity.checked_sub(1)? as usize).cloned()
    }
}

pub struct Store {
    threads: Interner<Thread>,
    objects: Interner<Object>,
    /// Packed states, one after the other.
    packed: Vec<u8>,
    /// Where each state ends in `packed`, by its number.
    ends: Vec<u64>,
    table: HashTable<u32>,
    scratch: Vec<u8>,
}

/// A state in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// They are numbered from 0 as they come.
    pub number: u32,
    pub is_new: bool,
}

impl Store {
    pub fn new() -> Store {
        Store {
            threads: Interner::new(),
            objects: Interner::new(),
            packed: Vec::new(),
            ends: Vec::new(),
            table: HashTable::new(),
            scratch: Vec::new(),
        }
    }

    /// Numbers what the last step changed.
    pub fn settle(&mut self, machine: &mut Machine<'_>) {
        machine.threads.settle(|thread| self.threads.intern(thread), |_, _| {});
        machine.memory.cells.settle(|object| self.objects.intern(object), |_, _| {});
    }

    /// The number of the machine's (settled) state, with what else belongs to it, if it is there.
    pub fn find(&mut self, machine: &Machine<'_>, beside: &[u64]) -> Option<u32> {
        self.pack(machine, beside);
        let (packed, ends, scratch) = (&self.packed, &self.ends, &self.scratch);
        let same = |&at: &u32| entry(packed, ends, at) == scratch.as_slice();
        self.table.find(hash_of(scratch.as_slice()), same).copied()
    }

    /// The machine's (settled) state as a row of bytes.
    pub fn row(&mut self, machine: &Machine<'_>) -> Vec<u8> {
        self.pack(machine, &[]);
        self.scratch.clone()
    }

    /// Adds the state, unless it is there.
    pub fn insert(&mut self, machine: &Machine<'_>, beside: &[u64]) -> Stored {
        if let Some(number) = self.find(machine, beside) {
            return Stored { number, is_new: false };
        }
        let hash = hash_of(self.scratch.as_slice());
        let number = self.ends.len() as u32;
        self.packed.extend_from_slice(&self.scratch);
        self.ends.push(self.packed.len() as u64);
        let (packed, ends) = (&self.packed, &self.ends);
        self.table.insert_unique(hash, number, |&at| hash_of(entry(packed, ends, at)));
        Stored { number, is_new: true }
    }

    /// The state as a row of bytes, in `scratch`.
    fn pack(&mut self, machine: &Machine<'_>, beside: &[u64]) {
        self.scratch.clear();
        let threads = &machine.threads;
        let present = (0..threads.len()).rev().find(|&index| threads.identity(index) != ABSENT);
        let count = present.map_or(0, |last| last + 1);
        pack(&mut self.scratch, count as u64);
        for index in 0..count {
            pack(&mut self.scratch, u64::from(threads.identity(index)));
        }
        for value in beside {
            pack(&mut self.scratch, *value);
        }
        let objects = &machine.memory.cells;
        for index in 0..objects.len() {
            pack(&mut self.scratch, u64::from(objects.identity(index)));
        }
        // Objects that do not exist yet are no part of the state.
        while self.scratch.last() == Some(&0) {
            self.scratch.pop();
        }
    }

    /// Sets the machine to a state; `beside` so many other values belong to each.
    pub fn restore(&self, machine: &mut Machine<'_>, number: u32, beside: usize) {
        let mut row = entry(&self.packed, &self.ends, number);
        let count = unpack(&mut row) as usize;
        for index in 0..count.max(machine.threads.len()) {
            let identity = if index < count { unpack(&mut row) as u32 } else { ABSENT };
            if machine.threads.identity(index) != identity {
                let thread = self.threads.value(identity);
                machine.threads.put(index as u32, thread, identity);
            }
        }
        for _ in 0..beside {
            unpack(&mut row);
        }
        let mut index = 0;
        while index < machine.memory.cells.len() || !row.is_empty() {
            let identity = unpack(&mut row) as u32;
            if machine.memory.cells.identity(index) != identity {
                let object = self.objects.value(identity);
                machine.memory.cells.put(index as u32, object, identity);
            }
            index += 1;
        }
    }

    pub fn len(&self) -> u64 {
        self.table.len() as u64
    }

    /// The bytes that the store holds, components included (estimated).
    pub fn bytes(&self) -> u64 {
        let threads: usize = self.threads.values.iter().map(|thread| thread_bytes(thread)).sum();
        let objects: usize = self.objects.values.iter().map(|object| object_bytes(object)).sum();
        let tables = 8 * self.ends.capacity()
            + 5 * self.table.capacity()
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

/// The next number of a row; behind its end there are zeros.
fn unpack(row: &mut &[u8]) -> u64 {
    let (mut value, mut shift) = (0, 0);
    while let Some((byte, rest)) = row.split_first() {
        *row = rest;
        value |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if *byte < 0x80 {
            break;
        }
    }
    value
}

fn entry<'a>(packed: &'a [u8], ends: &[u64], number: u32) -> &'a [u8] {
    let start = number.checked_sub(1).map_or(0, |before| ends[before as usize]);
    &packed[start as usize..ends[number as usize] as usize]
}
