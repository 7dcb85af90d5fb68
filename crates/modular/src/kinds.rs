//! Kinds of threads, and which places of two kinds can be reached at the same time.
//!
//! A kind is a place of creation, with the calls and counted iterations that lead to it, in a
//! kind. It is *single* if at most one thread of it ever runs: its maker is single, and does not
//! get to the place twice. After Goblint (thread identifiers with creation and joins): at
//! each place a thread knows which kinds it may have *created*, and which single kinds have
//! surely *ended*, since it joined them, or its maker had before it made this thread.
//!
//! Two places cannot be parallel
//! - if they belong to one thread,
//! - if one knows that the other's thread has ended,
//! - if one belongs to a single ancestor of the other that has not yet created the line of it.
//!
//! Each of the three is also an order in the sense of happens-before: a thread is
//! created by, and joined in, the program order of another one.

use raddle_ir::FunctionId;
use rustc_hash::FxHashMap;

use crate::point::Path;
use crate::sets::SmallSet;

pub type KindId = usize;
pub type KindSet = SmallSet;

/// `main`'s.
pub const FIRST: KindId = 0;

#[derive(Clone, Debug)]
pub struct Kind {
    pub maker: Option<KindId>,
    pub path: Path,
    pub many: bool,
    /// The functions of the program in which it starts.
    pub starts: Vec<FunctionId>,
    /// Those that have surely ended where it ends; none known: it does not.
    pub ended_at_end: Option<KindSet>,
}

/// All kinds that were met. They stay while the analysis begins anew.
#[derive(Debug)]
pub struct Kinds {
    pub list: Vec<Kind>,
    numbers: FxHashMap<(KindId, Path), KindId>,
}

/// What a thread knows of others at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signature {
    pub kind: KindId,
    /// May have been created by this thread.
    pub created: KindSet,
    /// Have surely ended.
    pub ended: KindSet,
}

impl Default for Kinds {
    fn default() -> Kinds {
        Kinds::new()
    }
}

impl Kinds {
    pub fn new() -> Kinds {
        let main = Kind {
            maker: None,
            path: Path::default(),
            many: false,
            starts: Vec::new(),
            ended_at_end: None,
        };
        Kinds { list: vec![main], numbers: FxHashMap::default() }
    }

    /// These, `main`'s the first.
    pub fn of(list: Vec<Kind>) -> Kinds {
        let made = list.iter().enumerate();
        let numbers = made
            .filter_map(|(number, kind)| Some(((kind.maker?, kind.path.clone()), number)))
            .collect();
        Kinds { list, numbers }
    }

    /// The kind that is created on a path; none if there are too many.
    pub fn at(&mut self, maker: KindId, path: &Path) -> Option<KindId> {
        if let Some(kind) = self.numbers.get(&(maker, path.clone())) {
            return Some(*kind);
        }
        if self.list.len() >= KindSet::LIMIT {
            return None;
        }
        let (kind, many) = (self.list.len(), self.list[maker].many);
        let path = path.clone();
        self.numbers.insert((maker, path.clone()), kind);
        let starts = Vec::new();
        self.list.push(Kind { maker: Some(maker), path, many, starts, ended_at_end: None });
        Some(kind)
    }

    pub fn may_be_parallel(&self, one: &Signature, other: &Signature) -> bool {
        let same = one.kind == other.kind && !self.list[one.kind].many;
        !(same
            || one.ended.contains(other.kind)
            || other.ended.contains(one.kind)
            || self.is_before_creation(one, other)
            || self.is_before_creation(other, one))
    }

    /// Whether the first is an ancestor that has not yet created the line of the second.
    pub fn is_before_creation(&self, ancestor: &Signature, other: &Signature) -> bool {
        if self.list[ancestor.kind].many {
            return false;
        }
        let mut line = other.kind;
        while let Some(maker) = self.list[line].maker {
            if maker == ancestor.kind {
                return !ancestor.created.contains(line);
            }
            line = maker;
        }
        false
    }
}
