//! Source files, locations and C types from the debug metadata.
//!
//! Types are made only when a variable refers to them, each once, and through a
//! work list: structures refer to themselves. Code that was inlined keeps the
//! place where it was written, not the place of the call.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use raddle_ir::{
    DebugMember, DebugType, DebugTypeId, Encoding, FileId, IndexVec, Location, SourceFile,
};
use rustc_hash::FxHashMap;

use crate::llvm::ast::NodeId;
use crate::llvm::metadata::{
    BasicEncoding, CompositeKind, CompositeType, Count, DerivedKind, DerivedType, Element,
    Metadata, Node, Positions,
};

pub(crate) struct DebugInfo<'m, 'a> {
    metadata: &'m Metadata<'a>,
    positions: Positions<'m, 'a>,
    pub files: IndexVec<FileId, SourceFile>,
    pub types: IndexVec<DebugTypeId, DebugType>,
    file_ids: FxHashMap<NodeId, FileId>,
    files_by_path: FxHashMap<String, FileId>,
    locations: FxHashMap<NodeId, Option<Location>>,
    type_ids: FxHashMap<NodeId, DebugTypeId>,
    pending: Vec<(NodeId, DebugTypeId)>,
}

/// A variable of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variable {
    pub name: String,
    pub debug_type: Option<DebugTypeId>,
}

impl<'m, 'a> DebugInfo<'m, 'a> {
    pub fn new(metadata: &'m Metadata<'a>) -> Self {
        DebugInfo {
            metadata,
            positions: metadata.positions(),
            files: IndexVec::new(),
            types: IndexVec::new(),
            file_ids: FxHashMap::default(),
            files_by_path: FxHashMap::default(),
            locations: FxHashMap::default(),
            type_ids: FxHashMap::default(),
            pending: Vec::new(),
        }
    }

    /// Where a `DILocation` points to; `None` for code that stands nowhere.
    pub fn location(&mut self, node: Option<NodeId>) -> Option<Location> {
        let node = node?;
        if let Some(known) = self.locations.get(&node) {
            return *known;
        }
        let location = self.positions.find(node).and_then(|position| {
            if position.line == 0 {
                return None;
            }
            Some(Location {
                file: self.file(position.file?)?,
                line: position.line,
                column: position.column,
            })
        });
        self.locations.insert(node, location);
        location
    }

    pub fn subprogram_location(&mut self, node: NodeId) -> Option<Location> {
        let Node::Subprogram { file, line, .. } = self.metadata.node(node)? else {
            return None;
        };
        Some(Location { file: self.file(file?)?, line, column: 0 })
    }

    /// Type and place of a global from its `!dbg` attachments.
    pub fn global(&mut self, nodes: &[NodeId]) -> (Option<DebugTypeId>, Option<Location>) {
        let variable = nodes.iter().find_map(|node| {
            let mut attached = self.metadata.node(*node)?;
            if let Node::GlobalVariableExpression { variable } = attached {
                attached = self.metadata.node(variable?)?;
            }
            let Node::GlobalVariable { file, line, type_node, .. } = attached else {
                return None;
            };
            Some((file, line, type_node))
        });
        let Some((file, line, type_node)) = variable else {
            return (None, None);
        };
        let location =
            file.and_then(|file| self.file(file)).map(|file| Location { file, line, column: 0 });
        (type_node.map(|node| self.debug_type(node)), location)
    }

    /// A `DILocalVariable`.
    pub fn variable(&mut self, node: NodeId, with_type: bool) -> Option<Variable> {
        let Node::LocalVariable { name, type_node, .. } = self.metadata.node(node)? else {
            return None;
        };
        Some(Variable {
            name: name.into_owned(),
            debug_type: type_node.filter(|_| with_type).map(|node| self.debug_type(node)),
        })
    }

    fn file(&mut self, node: NodeId) -> Option<FileId> {
        if let Some(known) = self.file_ids.get(&node) {
            return Some(*known);
        }
        let Node::File { filename, directory } = self.metadata.node(node)? else {
            return None;
        };
        let (shown, full) = file_paths(&filename, &directory);
        let id = match self.files_by_path.get(&shown) {
            Some(known) => *known,
            None => {
                let id =
                    self.files.push(SourceFile { path: shown.clone(), text: source_text(&full) });
                self.files_by_path.insert(shown, id);
                id
            }
        };
        self.file_ids.insert(node, id);
        Some(id)
    }

    pub fn debug_type(&mut self, node: NodeId) -> DebugTypeId {
        let id = self.type_id(node);
        while let Some((node, id)) = self.pending.pop() {
            self.types[id] = self.make_type(node);
        }
        id
    }

    /// The index of a type whose description may still be waiting to be made.
    fn type_id(&mut self, node: NodeId) -> DebugTypeId {
        if let Some(known) = self.type_ids.get(&node) {
            return *known;
        }
        let id = self.types.push(DebugType::Alias { name: None, of: None });
        self.type_ids.insert(node, id);
        self.pending.push((node, id));
        id
    }

    fn make_type(&mut self, node: NodeId) -> DebugType {
        match self.metadata.node(node) {
            Some(Node::BasicType { name, size_bits, encoding }) => {
                self.basic_type(name.into_owned(), size_bits / 8, encoding)
            }
            Some(Node::DerivedType(derived)) => self.derived_type(&derived),
            Some(Node::CompositeType(composite)) => self.composite_type(&composite),
            Some(Node::SubroutineType { .. }) => DebugType::Function,
            Some(_) | None => DebugType::Alias { name: None, of: None },
        }
    }

    fn basic_type(&mut self, name: String, size: u64, encoding: BasicEncoding) -> DebugType {
        let encoding = match encoding {
            BasicEncoding::Boolean => Encoding::Boolean,
            BasicEncoding::Signed => Encoding::Signed,
            BasicEncoding::Unsigned | BasicEncoding::Utf | BasicEncoding::Unspecified => {
                Encoding::Unsigned
            }
            BasicEncoding::SignedCharacter => Encoding::SignedCharacter,
            BasicEncoding::UnsignedCharacter => Encoding::UnsignedCharacter,
            BasicEncoding::Float => Encoding::Float,
            BasicEncoding::ComplexFloat => return self.complex_type(name, size),
        };
        DebugType::Base { name, size, encoding }
    }

    /// `double _Complex` is two doubles.
    fn complex_type(&mut self, name: String, size: u64) -> DebugType {
        let part = self.types.push(DebugType::Base {
            name: "part".to_owned(),
            size: size / 2,
            encoding: Encoding::Float,
        });
        let member = |name: &str, offset_bits| DebugMember {
            name: name.to_owned(),
            offset_bits,
            size_bits: size * 4,
            of: part,
        };
        DebugType::Structure {
            name: Some(name),
            size,
            union: false,
            members: vec![member("real", 0), member("imaginary", size * 4)],
        }
    }

    fn derived_type(&mut self, derived: &DerivedType<'_>) -> DebugType {
        let base = derived.base.map(|base| self.type_id(base));
        match derived.kind {
            DerivedKind::Pointer => DebugType::Pointer { to: base },
            DerivedKind::Typedef => {
                DebugType::Alias { name: Some(derived.name.to_string()), of: base }
            }
            DerivedKind::Const
            | DerivedKind::Volatile
            | DerivedKind::Atomic
            | DerivedKind::Restrict
            | DerivedKind::Member
            | DerivedKind::Other => DebugType::Alias { name: None, of: base },
        }
    }

    fn composite_type(&mut self, composite: &CompositeType<'_>) -> DebugType {
        let name = (!composite.name.is_empty()).then(|| composite.name.to_string());
        let elements =
            composite.elements.map(|tuple| self.metadata.elements(tuple)).unwrap_or_default();
        let size = composite.size_bits / 8;
        match composite.kind {
            CompositeKind::Structure | CompositeKind::Union => DebugType::Structure {
                name,
                size,
                union: composite.kind == CompositeKind::Union,
                members: self.members(&elements),
            },
            CompositeKind::Array => self.array_type(composite, &elements),
            CompositeKind::Enumeration => {
                DebugType::Enumeration { name, size, values: self.enumerators(&elements) }
            }
            CompositeKind::Other => DebugType::Alias { name, of: None },
        }
    }

    fn members(&mut self, elements: &[Element<'_>]) -> Vec<DebugMember> {
        let mut members = Vec::new();
        for element in elements {
            let Element::Node(node) = element else {
                continue;
            };
            let Some(Node::DerivedType(member)) = self.metadata.node(*node) else {
                continue;
            };
            let Some(base) = member.base else {
                continue;
            };
            members.push(DebugMember {
                name: member.name.to_string(),
                offset_bits: member.offset_bits,
                size_bits: member.size_bits,
                of: self.type_id(base),
            });
        }
        members
    }

    fn enumerators(&self, elements: &[Element<'_>]) -> Vec<(String, i128)> {
        elements
            .iter()
            .filter_map(|element| {
                let Element::Node(node) = element else { return None };
                let Node::Enumerator { name, value, .. } = self.metadata.node(*node)? else {
                    return None;
                };
                Some((name.into_owned(), value))
            })
            .collect()
    }

    /// `int a[2][3]`: one array of two, each an array of three.
    fn array_type(&mut self, composite: &CompositeType<'_>, elements: &[Element<'_>]) -> DebugType {
        let mut counts: Vec<Option<u64>> = elements
            .iter()
            .filter_map(|element| {
                let Element::Node(node) = element else { return None };
                let Node::Subrange { count } = self.metadata.node(*node)? else { return None };
                Some(match count {
                    Count::Known(count) => Some(count),
                    Count::Unknown | Count::Variable(_) => None,
                })
            })
            .collect();
        let mut element = match composite.base {
            Some(base) => self.type_id(base),
            None => self.types.push(DebugType::Alias { name: None, of: None }),
        };
        while counts.len() > 1 {
            let count = counts.pop().flatten();
            element = self.types.push(DebugType::Array { element, count });
        }
        DebugType::Array { element, count: counts.pop().flatten() }
    }
}

/// How a file is shown, and where it is. Files below the working directory are
/// shown as the user would name them.
fn file_paths(filename: &str, directory: &str) -> (String, PathBuf) {
    let full = if directory.is_empty() {
        PathBuf::from(filename)
    } else {
        Path::new(directory).join(filename)
    };
    let here = std::env::current_dir().unwrap_or_default();
    let shown = match full.strip_prefix(&here) {
        Ok(relative) if !relative.as_os_str().is_empty() => relative.to_owned(),
        Ok(_) | Err(_) => full.clone(),
    };
    (shown.to_string_lossy().into_owned(), full)
}

/// No source text is longer; to show lines it would be of no use.
const LONGEST_SOURCE: u64 = 64 << 20;

/// The text of a source file. Any file can be named there (`#line`, or LLVM text of a
/// stranger), also one that never ends, or a pipe that nothing is written to.
fn source_text(path: &Path) -> Option<Arc<str>> {
    let about = std::fs::metadata(path).ok()?;
    if !about.is_file() || about.len() > LONGEST_SOURCE {
        return None;
    }
    let bytes = std::fs::read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into())
}
