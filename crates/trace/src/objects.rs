//! What objects are called while a trace is walked: variables by their names,
//! heap objects by a number and the line that made them, string literals by their
//! contents.
//!
//! The type of a heap object is not in the program. It is learned from the first
//! typed pointer to it that is stored anywhere; until then its parts are named by
//! offsets.

use std::collections::BTreeMap;

use raddle_ir::access_path::{self, AccessPath};
use raddle_ir::{AllocationKind, DebugTypeId, Global, InitialValue, Instruction, Origin};
use raddle_passes::{Place, Ready};
use raddle_terms::Bits;

use crate::style::harmless;
use crate::values::{self, Known};

/// Whose an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    User,
    /// The library's own, or a temporary of the compiler.
    Hidden,
}

/// Types of heap objects, by the order of their allocation in the trace.
pub type Learned = BTreeMap<usize, DebugTypeId>;

#[derive(Clone, Debug)]
struct Dynamic {
    name: String,
    of: Option<DebugTypeId>,
    size: u64,
    /// Position among the heap allocations of the trace.
    heap: Option<usize>,
    owner: Owner,
    freed: bool,
}

pub struct Objects<'p> {
    ready: &'p Ready,
    dynamic: BTreeMap<u32, Dynamic>,
    heaps: usize,
    /// From an earlier walk over the same trace.
    known: &'p Learned,
    pub learned: Learned,
}

/// The longest piece of a string literal that is shown.
const LONGEST_LITERAL: usize = 20;

impl<'p> Objects<'p> {
    pub fn new(ready: &'p Ready, known: &'p Learned) -> Objects<'p> {
        Objects { ready, dynamic: BTreeMap::new(), heaps: 0, known, learned: Learned::new() }
    }

    /// Notes a new object. `line` is that of the user's code which made it; there
    /// is none if the library made it for itself.
    pub fn allocate(
        &mut self,
        object: u32,
        size: u64,
        place: Place,
        thread: &str,
        line: Option<Option<u32>>,
    ) {
        let program = &self.ready.program;
        let Some(function) = program.functions.get(place.function) else {
            return;
        };
        let hidden = |name: &str| Dynamic {
            name: name.to_owned(),
            of: None,
            size,
            heap: None,
            owner: Owner::Hidden,
            freed: false,
        };
        let dynamic = match place.instruction(program) {
            Some(Instruction::Allocate { kind: AllocationKind::Heap, .. }) => match line {
                Some(line) => self.heap(size, line),
                None => hidden("the library's own memory"),
            },
            Some(Instruction::Allocate { name: Some(name), debug_type, .. }) => Dynamic {
                name: name.clone(),
                of: *debug_type,
                owner: match function.origin {
                    Origin::User => Owner::User,
                    Origin::Library => Owner::Hidden,
                },
                ..hidden("")
            },
            Some(Instruction::ThreadLocalAddress { global, .. }) => {
                match program.globals.get(*global) {
                    Some(global) => Dynamic {
                        name: format!("{} of {thread}", global_name(global)),
                        of: global.debug_type,
                        owner: global_owner(global),
                        ..hidden("")
                    },
                    None => hidden("a thread-local object"),
                }
            }
            Some(_) | None => hidden("a temporary object"),
        };
        self.dynamic.insert(object, dynamic);
    }

    fn heap(&mut self, size: u64, line: Option<u32>) -> Dynamic {
        let position = self.heaps;
        self.heaps += 1;
        let name = match line {
            Some(line) => format!("heap #{} (line {line})", self.heaps),
            None => format!("heap #{}", self.heaps),
        };
        Dynamic {
            name,
            of: self.known.get(&position).copied(),
            size,
            heap: Some(position),
            owner: Owner::User,
            freed: false,
        }
    }

    pub fn free(&mut self, object: u32) {
        if let Some(dynamic) = self.dynamic.get_mut(&object) {
            dynamic.freed = true;
        }
    }

    /// The name of an object made at run time.
    pub fn dynamic_name(&self, object: u32) -> Option<&str> {
        Some(&self.dynamic.get(&object)?.name)
    }

    /// Whether an object made at run time is the user's.
    pub fn is_users(&self, object: u32) -> bool {
        self.dynamic.get(&object).is_some_and(|dynamic| dynamic.owner == Owner::User)
    }

    pub fn owner(&self, address: Bits) -> Owner {
        let (object, _) = self.ready.layout.split(address);
        match self.ready.layout.object_global(object) {
            Some(global) => {
                self.ready.program.globals.get(global).map_or(Owner::Hidden, global_owner)
            }
            None => self.dynamic.get(&object).map_or(Owner::Hidden, |dynamic| dynamic.owner),
        }
    }

    /// The variables that an access touches and the values they have by it.
    pub fn access(&self, address: Bits, width: u16, value: Option<Bits>) -> Vec<(String, String)> {
        let (name, paths) = self.access_paths(address, width);
        let types = &self.ready.program.types;
        let text = |path: &AccessPath| match value {
            Some(value) => {
                values::text(types, path.of, access_path::value_at(path, value), &|bits, known| {
                    self.pointer(bits, known)
                })
            }
            None => "uninitialised".to_owned(),
        };
        paths.iter().map(|path| (format!("{name}{}", path.path), text(path))).collect()
    }

    /// Learns the type of the heap object that a typed pointer was stored to.
    pub fn learn(&mut self, address: Bits, width: u16, value: Bits) {
        let (object, offset) = self.ready.layout.split(value);
        let Some(position) = self.dynamic.get(&object).and_then(|object| object.heap) else {
            return;
        };
        let types = &self.ready.program.types;
        let (_, paths) = self.access_paths(address, width);
        let pointee = match paths.as_slice() {
            [path] => path.of.and_then(|of| access_path::pointee(types, of)),
            [] | [_, _, ..] => None,
        };
        if let Some(pointee) = pointee.filter(|_| offset == 0) {
            self.learned.entry(position).or_insert(pointee);
        }
    }

    fn access_paths(&self, address: Bits, width: u16) -> (String, Vec<AccessPath>) {
        let (object, offset) = self.ready.layout.split(address);
        let (name, of, size) = self.object(object);
        let types = &self.ready.program.types;
        let pointer_bytes = self.ready.program.target.pointer_bytes();
        let Ok(offset) = u64::try_from(offset) else {
            let path = format!(" - {}", offset.unsigned_abs());
            return (name, vec![AccessPath { path, of: None, bits: None }]);
        };
        let each =
            of.and_then(|of| access_path::size(types, of, pointer_bytes)).filter(|&each| each > 0);
        // A heap object larger than its type is an array.
        if let (Some(each), true) = (each, self.is_heap(object))
            && size >= each.saturating_mul(2)
        {
            let paths = access_path::access_paths(types, of, offset % each, width, pointer_bytes);
            return (format!("{name}[{}]", offset / each), paths);
        }
        (name, access_path::access_paths(types, of, offset, width, pointer_bytes))
    }

    fn is_heap(&self, object: u32) -> bool {
        let dynamic = self.dynamic.get(&object);
        dynamic.is_some_and(|dynamic| dynamic.heap.is_some())
    }

    /// Name, type and size of any object.
    fn object(&self, object: u32) -> (String, Option<DebugTypeId>, u64) {
        let layout = &self.ready.layout;
        let program = &self.ready.program;
        if object == 0 {
            return ("address 0".to_owned(), None, 0);
        }
        if let Some(function) = layout.object_function(object) {
            let function = program.functions.get(function);
            return (function.map_or_else(String::new, |function| function.name.clone()), None, 0);
        }
        let global = layout.object_global(object).and_then(|global| program.globals.get(global));
        if let Some(global) = global {
            return (global_name(global), global.debug_type, global.size);
        }
        match self.dynamic.get(&object) {
            Some(dynamic) => (dynamic.name.clone(), dynamic.of, dynamic.size),
            None => (format!("object {object}"), None, 0),
        }
    }

    /// How a pointer reads: `NULL`, `&x`, `&a[2]`, `worker`, `"text"`. A value
    /// that is not known to be a pointer is taken for one only if it points into
    /// something that exists.
    pub fn pointer(&self, value: Bits, known: Known) -> Option<String> {
        if value.width() != self.ready.layout.pointer_bits {
            return None;
        }
        let (object, offset) = self.ready.layout.split(value);
        if object == 0 {
            return match (known, offset) {
                (Known::Pointer, 0) => Some("NULL".to_owned()),
                (Known::Pointer, offset) => Some(format!("{offset:#x}")),
                (Known::No, _) => None,
            };
        }
        if self.ready.layout.object_function(object).is_some() && offset == 0 {
            return Some(self.object(object).0);
        }
        let exists =
            self.ready.layout.object_global(object).is_some() || self.dynamic.contains_key(&object);
        if !exists {
            return (known == Known::Pointer).then(|| format!("{:#x}", value.unsigned()));
        }
        Some(self.literal(object, offset).unwrap_or_else(|| {
            let freed = match self.dynamic.get(&object) {
                Some(dynamic) if dynamic.freed => " (freed)",
                Some(_) | None => "",
            };
            format!("&{}{freed}", self.target(value))
        }))
    }

    /// The name of what a pointer points to, without the `&`.
    pub fn target(&self, pointer: Bits) -> String {
        let (object, offset) = self.ready.layout.split(pointer);
        let (name, _, size) = self.object(object);
        // A pointer to the start means the whole object.
        if offset == 0 {
            return name;
        }
        if u64::try_from(offset).is_ok_and(|offset| offset == size) {
            return format!("{name} + {offset}");
        }
        let (name, paths) = self.access_paths(pointer, 8);
        // The first byte of an element stands for the element.
        let path = paths.first().map_or("", |path| path.path.as_str());
        format!("{name}{path}")
    }

    /// The text of a string literal, as C would write it.
    fn literal(&self, object: u32, offset: i64) -> Option<String> {
        let global = self.ready.layout.object_global(object)?;
        let global = self.ready.program.globals.get(global)?;
        if !global.constant || !global.name.starts_with(".str") {
            return None;
        }
        let [initial] = global.initial.as_slice() else {
            return None;
        };
        let InitialValue::Bytes(bytes) = &initial.value else {
            return None;
        };
        let start = usize::try_from(offset).ok().filter(|_| initial.offset == 0)?;
        let bytes = bytes.get(start..)?;
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        let text = String::from_utf8_lossy(&bytes[..end]);
        let mut short: String = text.chars().take(LONGEST_LITERAL).collect();
        if short.len() < text.len() {
            short.push_str("...");
        }
        Some(harmless(&format!("{short:?}")))
    }
}

fn global_owner(global: &Global) -> Owner {
    match global.origin {
        Origin::User if !global.constant => Owner::User,
        Origin::User | Origin::Library => Owner::Hidden,
    }
}

/// clang calls a static variable `x` of `f` `f.x`.
fn global_name(global: &Global) -> String {
    let name = global.name.as_str();
    match name.rsplit_once('.') {
        Some((function, variable)) if !function.is_empty() && !is_number(variable) => {
            variable.to_owned()
        }
        Some(_) | None => name.to_owned(),
    }
}

fn is_number(text: &str) -> bool {
    text.chars().all(|character| character.is_ascii_digit())
}
