//! What the analysis knows of the whole program: kinds, objects, locks, what is shared, and
//! what it has met in the round that is under way.

use std::collections::{BTreeMap, BTreeSet};

use raddle_ir::{CheckKind, Instruction, Operand};
use raddle_passes::{Place, Ready};
use raddle_semantics::Selected;
use raddle_semantics::race::TouchKind;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::counters::Counters;
use crate::facts::Facts;
use crate::grounds::Grounds;
use crate::kinds::{Kinds, Signature};
use crate::locks::{LockSet, Locks};
use crate::objects::{ObjectId, Objects};
use crate::sharing::Sharing;
use crate::span::Span;

/// An access that another thread could race with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Touched {
    pub object: ObjectId,
    pub span: Span,
    pub kind: TouchKind,
    pub by: Signature,
    pub held: LockSet,
}

/// Something that is not proved, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unproved {
    pub place: Place,
    pub message: String,
}

pub struct Tables<'a> {
    pub ready: &'a Ready,
    pub selected: Selected,
    pub thresholds: Vec<u128>,
    pub kinds: Kinds,
    pub objects: Objects,
    pub locks: Locks,
    pub sharing: Sharing,
    pub counters: Counters,
    /// Loops whose iterations are not told apart: that did not end soon enough.
    pub merged_loops: FxHashSet<(raddle_ir::FunctionId, raddle_ir::BlockId)>,
    /// An assumption failed that everything rests on: the analysis begins anew.
    pub restart: bool,
    /// At once: to go on would cost more than it could teach.
    pub hurry: bool,
    /// Pointers may go from thread to thread by accesses that do not order.
    pub weak_channels: bool,
    /// What is freed somewhere is not known: any object of the heap may be dead.
    pub frees_anything: bool,
    /// The analysis says nothing, and why.
    pub gap: Option<String>,
    pub unproved: BTreeMap<CheckKind, Vec<Unproved>>,
    /// Each with its places in the program's own code.
    pub touched: FxHashMap<Touched, BTreeSet<Place>>,
    /// Places where a thread may be stopped by what no selected check covers.
    pub undefined: Vec<Place>,
    pub steps: u64,
    /// Claims of places, if they are asked for.
    pub facts: Option<Facts>,
    /// What is told of checks that hold, if that is to be noted.
    pub grounds: Option<Grounds>,
}

impl<'a> Tables<'a> {
    pub fn new(ready: &'a Ready, selected: Selected) -> Tables<'a> {
        Tables {
            ready,
            selected,
            thresholds: thresholds(ready),
            kinds: Kinds::new(),
            objects: Objects::default(),
            locks: Locks::default(),
            sharing: Sharing::default(),
            counters: Counters::default(),
            merged_loops: FxHashSet::default(),
            restart: false,
            hurry: false,
            weak_channels: false,
            frees_anything: false,
            gap: None,
            unproved: BTreeMap::new(),
            touched: FxHashMap::default(),
            undefined: Vec::new(),
            steps: 0,
            facts: None,
            grounds: None,
        }
    }

    pub fn begin_round(&mut self) {
        self.sharing.changed = false;
        self.counters.changed = false;
        self.unproved.clear();
        self.touched.clear();
        self.undefined.clear();
        self.facts = self.facts.take().map(|_| Facts::default());
    }

    /// Everything that rested on what failed is forgotten.
    pub fn begin_anew(&mut self) {
        self.sharing = Sharing::default();
        self.counters.begin_anew();
        self.locks.drop_refuted(&self.objects);
        self.restart = false;
        self.hurry = false;
        for kind in &mut self.kinds.list {
            kind.ended_at_end = None;
        }
    }

    /// Checks that are not proved, and beyond whose failures no thread is followed.
    pub fn followed_up_to(&self) -> Vec<CheckKind> {
        let stopping = [CheckKind::Memory, CheckKind::Division];
        let unproved =
            |kind: &CheckKind| self.unproved.get(kind).is_some_and(|list| !list.is_empty());
        stopping.into_iter().filter(unproved).collect()
    }

    pub fn unproved(&mut self, kind: CheckKind, place: Place, message: &str) {
        let unproved = Unproved { place, message: message.to_string() };
        let list = self.unproved.entry(kind).or_default();
        if !list.contains(&unproved) {
            list.push(unproved);
        }
    }

    pub fn give_up(&mut self, why: impl Into<String>) {
        self.gap.get_or_insert_with(|| why.into());
    }

    /// There may be several objects of a class.
    pub fn is_not_once(&mut self, object: ObjectId) {
        let object = &mut self.objects.list[object as usize];
        if object.once {
            object.once = false;
            self.restart = true;
        }
    }

    pub fn may_free_anything(&mut self) {
        self.restart |= !self.frees_anything;
        self.frees_anything = true;
    }
}

/// The constants of a program's own code, at which widening stops.
fn thresholds(ready: &Ready) -> Vec<u128> {
    let mut found = vec![0, 1];
    let mut add = |operand: &Operand| {
        if let Some(bits) = operand.constant() {
            let value = bits.unsigned();
            found.extend([value.wrapping_sub(1), value, value.wrapping_add(1)]);
        }
    };
    let functions = ready.program.functions.iter();
    for function in functions.filter(|function| function.origin == raddle_ir::Origin::User) {
        for block in function.blocks.iter() {
            for statement in &block.statements {
                if let Instruction::Apply { operands, .. } = &statement.instruction {
                    operands.iter().for_each(&mut add);
                } else if let Instruction::Store { value, .. } = &statement.instruction {
                    add(value);
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
