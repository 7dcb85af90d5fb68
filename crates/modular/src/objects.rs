//! Classes of objects: each global, each thread-local variable of a kind of threads, and each place
//! of allocation with the path that leads to it.

use raddle_ir::{AllocationKind, GlobalId, Initial, InitialValue};
use raddle_passes::Ready;
use raddle_terms::Bits;
use rustc_hash::FxHashMap;

use crate::kinds::KindId;
use crate::point::Path;
use crate::range::{Base, Range};

pub type ObjectId = u32;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    Global(GlobalId),
    ThreadLocal(KindId, GlobalId),
    Made(KindId, Path, AllocationKind),
    /// The latest of a class, as long as no other thread can know of it.
    Fresh(ObjectId),
}

#[derive(Clone, Debug)]
pub struct Object {
    pub origin: Origin,
    /// The least and the greatest size of one of them.
    pub smallest: u64,
    pub largest: u64,
    /// It may be larger than any object that a pointer can walk through: what is beyond is taken
    /// to be somewhere in it.
    pub unbounded: bool,
    /// No other thread than its own ever touches one.
    pub private: bool,
    /// At most one of them ever exists.
    pub once: bool,
    pub writable: bool,
}

/// All that were met. They stay while the analysis begins anew.
#[derive(Debug, Default)]
pub struct Objects {
    pub list: Vec<Object>,
    numbers: FxHashMap<Origin, ObjectId>,
}

impl Objects {
    pub fn find(&self, origin: &Origin) -> Option<ObjectId> {
        self.numbers.get(origin).copied()
    }

    pub fn add(&mut self, object: Object) -> ObjectId {
        if let Some(number) = self.numbers.get(&object.origin) {
            return *number;
        }
        let number = self.list.len() as ObjectId;
        self.numbers.insert(object.origin.clone(), number);
        self.list.push(object);
        number
    }

    /// Adds an object, or changes it.
    pub fn put(&mut self, object: Object) -> ObjectId {
        match self.find(&object.origin) {
            Some(number) => {
                self.list[number as usize] = object;
                number
            }
            None => self.add(object),
        }
    }

    /// What a fresh object becomes one of; other objects are their own class.
    pub fn class(&self, object: ObjectId) -> ObjectId {
        match self.get(object).origin {
            Origin::Fresh(class) => class,
            Origin::Global(_) | Origin::ThreadLocal(..) | Origin::Made(..) => object,
        }
    }

    /// How an object is allocated, if it is.
    pub fn allocation(&self, object: ObjectId) -> Option<AllocationKind> {
        match self.get(self.class(object)).origin {
            Origin::Made(_, _, kind) => Some(kind),
            Origin::Global(_) | Origin::ThreadLocal(..) | Origin::Fresh(_) => None,
        }
    }

    pub fn get(&self, object: ObjectId) -> &Object {
        &self.list[object as usize]
    }

    pub fn global(&mut self, ready: &Ready, id: GlobalId) -> ObjectId {
        if let Some(number) = self.find(&Origin::Global(id)) {
            return number;
        }
        let global = &ready.program.globals[id];
        self.add(Object {
            origin: Origin::Global(id),
            smallest: global.size,
            largest: global.size,
            unbounded: false,
            private: false,
            once: true,
            writable: !global.constant,
        })
    }

    /// Whether a write replaces what was there: it goes to the one object that is meant.
    pub fn is_strong(&self, object: ObjectId) -> bool {
        let object = self.get(object);
        match object.origin {
            Origin::Fresh(_) => true,
            Origin::ThreadLocal(..) => object.private || object.once,
            Origin::Global(_) | Origin::Made(..) => object.once,
        }
    }

    pub fn base(object: ObjectId) -> Base {
        Base(object)
    }
}

/// What a global holds at first from an offset on.
pub fn initial_value(ready: &Ready, global: GlobalId, offset: u64, bytes: u64) -> Range {
    let width = (8 * bytes) as u16;
    let parts = &ready.program.globals[global].initial;
    let end = offset + bytes;
    let overlapping: Vec<&Initial> = parts
        .iter()
        .filter(|part| part.offset < end && offset < part.offset + length(ready, part))
        .collect();
    let mut value: u128 = 0;
    for part in overlapping {
        match &part.value {
            InitialValue::Bytes(content) => {
                for position in offset.max(part.offset)..end {
                    let Some(byte) = content.get((position - part.offset) as usize) else { break };
                    value |= u128::from(*byte) << (8 * (position - offset));
                }
            }
            InitialValue::GlobalAddress { .. } | InitialValue::FunctionAddress(_)
                if part.offset != offset || width != ready.layout.pointer_bits =>
            {
                return Range::any(width);
            }
            InitialValue::GlobalAddress { global, addend } => {
                let object = ready.layout.global_object(*global);
                return Range::constant(ready.layout.pointer(object, *addend));
            }
            InitialValue::FunctionAddress(function) => {
                let object = ready.layout.function_object(*function);
                return Range::constant(ready.layout.pointer(object, 0));
            }
        }
    }
    Range::constant(Bits::new(value, width))
}

fn length(ready: &Ready, part: &Initial) -> u64 {
    match &part.value {
        InitialValue::Bytes(content) => content.len() as u64,
        InitialValue::GlobalAddress { .. } | InitialValue::FunctionAddress(_) => {
            ready.program.target.pointer_bytes()
        }
    }
}
