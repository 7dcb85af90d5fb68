//! What is known of a thread at a place.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_passes::Ready;
use raddle_semantics::Frame;
use raddle_semantics::control::Section;
use raddle_terms::Term;

use crate::kinds::{KindId, KindSet, Signature};
use crate::locks::{CellName, LockSet};
use crate::memory::Contents;
use crate::objects::ObjectId;
use crate::point::{Going, Path, counts};
use crate::values::Ranges;

#[derive(Clone, Debug)]
pub struct State {
    /// The innermost last.
    pub frames: Vec<Frame<Term>>,
    /// Of the loops around where each frame stands.
    pub iterations: Vec<Vec<Going>>,
    pub section: Section,
    pub ranges: Ranges,
    pub memory: BTreeMap<ObjectId, Rc<Contents>>,
    pub held: LockSet,
    pub created: KindSet,
    pub ended: KindSet,
    /// Classes of which an object may have been made by this thread, or died to its knowledge.
    pub made: Rc<BTreeSet<ObjectId>>,
    pub died: Rc<BTreeSet<ObjectId>>,
    /// What the thread has added to each counter, and how many threads of each kind it has made
    /// (`counters.rs`).
    pub added: BTreeMap<CellName, Term>,
    pub makes: BTreeMap<KindId, Term>,
    /// The number of the thread.
    pub number: Term,
}

impl State {
    pub fn signature(&self, kind: KindId) -> Signature {
        Signature { kind, created: self.created, ended: self.ended }
    }

    /// The path to where the thread stands.
    pub fn path(&self) -> Path {
        let frames = self.frames.iter().zip(&self.iterations);
        Path(frames.map(|(frame, iterations)| (frame.place(), counts(iterations))).collect())
    }

    /// Forgets registers that are not needed any more, and ranges of symbols that nothing names.
    pub fn forget_dead(&mut self, ready: &Ready, terms: &raddle_terms::TermStore) {
        if let Some(frame) = self.frames.last_mut() {
            let live = &ready.functions[frame.function].live[frame.block];
            if let Some(live) = live.get(frame.statement as usize) {
                let mut registers = vec![None; frame.registers.len()];
                for register in live.iter() {
                    let position = raddle_ir::index::Index::position(*register);
                    registers[position] = frame.registers[position];
                }
                frame.registers = registers;
            }
        }
        let roots = self.roots();
        let mut ranges = Ranges::default();
        for term in terms.reachable(&roots) {
            if let Some(range) = self.ranges.remove(&term) {
                ranges.insert(term, range);
            }
        }
        self.ranges = ranges;
    }

    /// The terms that the state names.
    pub fn roots(&self) -> Vec<Term> {
        let mut roots: Vec<Term> = vec![self.number];
        roots.extend(self.added.values().chain(self.makes.values()));
        for frame in &self.frames {
            roots.extend(frame.registers.iter().chain(&frame.extra).flatten());
        }
        for contents in self.memory.values() {
            roots.extend(contents.cells.values().filter_map(|cell| cell.value));
        }
        roots.sort_unstable();
        roots.dedup();
        roots
    }
}
