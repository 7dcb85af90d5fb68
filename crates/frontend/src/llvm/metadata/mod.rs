//! Metadata, kept as text and parsed a node at a time when asked for.
//!
//! A module with debug information has thousands of nodes, of which a run looks
//! at a small part: finding where a node starts is cheap, taking it apart is not.
//! Nothing in here is an error: a node that we cannot make sense of is
//! [`Node::Other`], since metadata only helps to show things.

mod fields;
mod node;

pub use node::{
    BasicEncoding, CompositeKind, CompositeType, Count, DerivedKind, DerivedType, Element,
    Location, Node,
};

use rustc_hash::FxHashMap;

use crate::llvm::ast::NodeId;

/// Scopes deeper than this (or in a circle) are given up.
const MAXIMUM_SCOPES: usize = 1000;

/// The numbered metadata nodes of a module.
#[derive(Debug, Default)]
pub struct Metadata<'a> {
    /// Number and text (what follows the `=`), by number.
    nodes: Vec<(u32, &'a str)>,
    /// `llvm.module.flags` and the like, with the text of their operands.
    named: Vec<(&'a str, &'a str)>,
}

/// Metadata while the module is still being read.
#[derive(Default)]
pub(super) struct MetadataIndex<'a>(Metadata<'a>);

impl<'a> MetadataIndex<'a> {
    pub(super) fn add_node(&mut self, number: u32, text: &'a str) {
        self.0.nodes.push((number, text));
    }

    pub(super) fn add_named(&mut self, name: &'a str, text: &'a str) {
        self.0.named.push((name, text));
    }

    pub(super) fn finish(mut self) -> Metadata<'a> {
        // Printed in order, so this is one pass.
        self.0.nodes.sort_by_key(|(number, _)| *number);
        self.0
    }
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourcePosition {
    /// The `DIFile`.
    pub file: Option<NodeId>,
    pub line: u32,
    pub column: u32,
    /// The innermost `DISubprogram`.
    pub subprogram: Option<NodeId>,
    /// The `DILocation` of the call that was inlined.
    pub inlined_at: Option<NodeId>,
}

/// What a scope says about everything in it.
#[derive(Clone, Copy, Debug, Default)]
struct ScopeFacts {
    file: Option<NodeId>,
    subprogram: Option<NodeId>,
}

/// Finds source positions, and remembers the scopes that it has seen.
#[derive(Debug)]
pub struct Positions<'m, 'a> {
    metadata: &'m Metadata<'a>,
    scopes: FxHashMap<NodeId, ScopeFacts>,
}

impl<'a> Metadata<'a> {
    /// The text of a node: what follows the `=`.
    pub fn text(&self, id: NodeId) -> Option<&'a str> {
        // Numbers are usually positions.
        if let Some((number, text)) = self.nodes.get(id.index())
            && *number == id.0
        {
            return Some(text);
        }
        let position = self.nodes.binary_search_by_key(&id.0, |(number, _)| *number);
        position.ok().and_then(|position| self.nodes.get(position)).map(|(_, text)| *text)
    }

    /// Parses a node; `None` if there is none of this number.
    pub fn node(&self, id: NodeId) -> Option<Node<'a>> {
        self.text(id).map(fields::parse_node)
    }

    /// The elements of a tuple; empty for anything else.
    pub fn elements(&self, tuple: NodeId) -> Vec<Element<'a>> {
        match self.node(tuple) {
            Some(Node::Tuple(elements)) => elements,
            _ => Vec::new(),
        }
    }

    /// The nodes that a named list such as `llvm.dbg.cu` names.
    pub fn named(&self, name: &str) -> Vec<NodeId> {
        let lists = self.named.iter().filter(|(each, _)| *each == name);
        lists
            .flat_map(|(_, text)| fields::parse_tuple(text).unwrap_or_default())
            .filter_map(|element| match element {
                Element::Node(node) => Some(node),
                Element::Null | Element::String(_) | Element::Text(_) => None,
            })
            .collect()
    }

    /// How many numbered nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// For asking where many locations are.
    pub fn positions(&self) -> Positions<'_, 'a> {
        Positions { metadata: self, scopes: FxHashMap::default() }
    }
}

impl Positions<'_, '_> {
    /// Where a `DILocation` points to (inside the inlined function, if it was
    /// inlined).
    pub fn find(&mut self, location: NodeId) -> Option<SourcePosition> {
        let Some(Node::Location(location)) = self.metadata.node(location) else {
            return None;
        };
        let scope = location.scope.map(|scope| self.scope(scope)).unwrap_or_default();
        Some(SourcePosition {
            file: scope.file,
            line: location.line,
            column: location.column,
            subprogram: scope.subprogram,
            inlined_at: location.inlined_at,
        })
    }

    fn scope(&mut self, start: NodeId) -> ScopeFacts {
        if let Some(known) = self.scopes.get(&start) {
            return *known;
        }
        let mut facts = ScopeFacts::default();
        let mut next = Some(start);
        for _ in 0..MAXIMUM_SCOPES {
            let Some(scope) = next else { break };
            match self.metadata.node(scope) {
                Some(Node::LexicalBlock { scope, file, .. }) => {
                    facts.file = facts.file.or(file);
                    next = scope;
                }
                Some(Node::Subprogram { file, .. }) => {
                    facts.file = facts.file.or(file);
                    facts.subprogram = Some(scope);
                    break;
                }
                Some(Node::File { .. }) => {
                    facts.file = facts.file.or(Some(scope));
                    break;
                }
                Some(_) | None => break,
            }
        }
        self.scopes.insert(start, facts);
        facts
    }
}
