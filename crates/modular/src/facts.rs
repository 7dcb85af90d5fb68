//! What the analysis claims of the places of a program, for those who check it against runs:
//! where threads come at all, what they access there, under which locks and knowing what
//! of others, and which values they read and write.
//!
//! It is written down only when asked for ([`crate::analyse_with_facts`]), anew in each round,
//! so that in the end it says what the last round, the proof, rests on. Of a thread it claims
//! nothing from its first error of memory on (`docs/proofs.md`, "What it rests on").
//!
//! Incomplete: which values are equal is not written down, nor what is in cells that are not
//! read.

use raddle_ir::{BlockId, FunctionId};
use raddle_passes::Place;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::kinds::KindId;
use crate::range::Range;
use crate::tables::Touched;

#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The blocks that threads of a kind come to.
    pub reached: FxHashSet<(KindId, FunctionId, BlockId)>,
    /// Every access at a place, the library's and the private ones among them.
    pub accesses: FxHashMap<Place, FxHashSet<Touched>>,
    /// Reads of which it is not known where they go.
    pub anywhere: FxHashSet<(KindId, Place)>,
    pub read: FxHashMap<(KindId, Place), Range>,
    pub written: FxHashMap<(KindId, Place), Range>,
}

impl Facts {
    pub fn access(&mut self, place: Place, touched: Touched) {
        self.accesses.entry(place).or_default().insert(touched);
    }

    pub fn note_read(&mut self, kind: KindId, place: Place, range: Range) {
        join(&mut self.read, (kind, place), range);
    }

    pub fn note_written(&mut self, kind: KindId, place: Place, range: Range) {
        join(&mut self.written, (kind, place), range);
    }
}

fn join(ranges: &mut FxHashMap<(KindId, Place), Range>, at: (KindId, Place), range: Range) {
    match ranges.get_mut(&at) {
        // A place is an instruction, whose accesses are of one size.
        Some(known) => *known = known.join(&range),
        None => drop(ranges.insert(at, range)),
    }
}
