//! The reachability tree of engine `lazy`, to be shown (Cordeiro and Fischer,
//! figure 2): who ran, how many switches there were, where every thread stands
//! then, which of the program's variables changed, and where something is wrong.
//!
//! Deviation: a node is a step of `lazy`, which follows all values at once, so
//! that a variable's value may be a formula.

use std::collections::{BTreeMap, BTreeSet};

use raddle_ir::CheckKind;
use raddle_ir::access_path::access_paths;
use raddle_passes::Ready;
use raddle_semantics::ThreadNumber;
use raddle_semantics::machine::{ObjectKind, Status, innermost_user_place};
use raddle_semantics::symbolic::State;
use raddle_solver::SolverError;
use raddle_terms::TermStore;
use raddle_verdict::Violation;

use super::bounded::{variable, whole_values};
use super::expressions::Expressions;
use crate::SymbolicOptions;
use crate::symbolic::lazy;

/// A node as `lazy` meets it.
pub struct Visited<'a> {
    /// From 1, in the order of visits.
    pub number: u64,
    /// The start is 0.
    pub parent: u64,
    pub state: &'a State,
    /// Who took the step that led here.
    pub thread: ThreadNumber,
    pub contexts: u32,
    /// A state that was entered before: nothing new can follow.
    pub known: bool,
}

/// Sees the tree while it is walked.
pub trait TreeObserver {
    fn node(&mut self, terms: &TermStore, node: &Visited<'_>);

    /// In a step from this node, or in its state, something is wrong.
    fn violated(&mut self, node: u64, violation: &Violation);

    /// Enough was seen.
    fn is_full(&self) -> bool;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    pub number: u64,
    pub parent: u64,
    pub thread: String,
    pub contexts: u32,
    /// Each thread and where it stands.
    pub places: Vec<(String, String)>,
    /// The variables that have another value than in the parent.
    pub changed: Vec<(String, String)>,
    pub known: bool,
    pub violations: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// In the order of visits, so parents come first.
    pub nodes: Vec<TreeNode>,
    /// What is not in the tree, in words.
    pub missing: Vec<String>,
}

/// Walks the tree within the bounds, up to so many nodes.
pub fn build(
    ready: &Ready,
    options: &SymbolicOptions<'_>,
    most: usize,
) -> Result<Tree, SolverError> {
    let mut builder = Builder {
        ready,
        most,
        tree: Tree::default(),
        numbers: Vec::new(),
        values: Vec::new(),
        violations: Vec::new(),
        expressions: Expressions::default(),
    };
    let missing = lazy::watch(ready, options, &mut builder)?;
    let full = builder.is_full();
    builder.mark();
    let mut tree = builder.tree;
    tree.missing = missing;
    if full {
        tree.missing.push(format!("everything behind the first {most} nodes"));
    }
    Ok(tree)
}

type Values = BTreeMap<String, String>;

struct Builder<'p> {
    ready: &'p Ready,
    most: usize,
    tree: Tree,
    /// The thread that each node's step was taken by.
    numbers: Vec<ThreadNumber>,
    values: Vec<Values>,
    /// Node, thread of the failing step (`None`: the state itself is wrong), text.
    violations: Vec<(u64, Option<ThreadNumber>, String)>,
    expressions: Expressions,
}

impl TreeObserver for Builder<'_> {
    fn node(&mut self, terms: &TermStore, node: &Visited<'_>) {
        let values = self.values(terms, node.state);
        let before = node.parent.checked_sub(1).and_then(|at| self.values.get(at as usize));
        let changed = values
            .iter()
            .filter(|(name, value)| before.is_none_or(|old| old.get(*name) != Some(*value)))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        self.tree.nodes.push(TreeNode {
            number: node.number,
            parent: node.parent,
            thread: name(node.thread),
            contexts: node.contexts,
            places: places(self.ready, node.state),
            changed,
            known: node.known,
            violations: Vec::new(),
        });
        self.numbers.push(node.thread);
        self.values.push(values);
    }

    fn violated(&mut self, node: u64, violation: &Violation) {
        let thread = match violation.kind {
            CheckKind::Race | CheckKind::Deadlock => None,
            CheckKind::Assert
            | CheckKind::Reach
            | CheckKind::Memory
            | CheckKind::Leak
            | CheckKind::Overflow
            | CheckKind::Division
            | CheckKind::Shift
            | CheckKind::Unwind => Some(violation.thread),
        };
        let text = format!("{}: {}", violation.kind.name(), violation.message);
        self.violations.push((node, thread, text));
    }

    fn is_full(&self) -> bool {
        self.tree.nodes.len() >= self.most
    }
}

impl Builder<'_> {
    /// What the program's variables are, as far as they were ever written.
    fn values(&mut self, terms: &TermStore, state: &State) -> Values {
        let mut values = Values::new();
        let pointer_bytes = u64::from(self.ready.layout.pointer_bits / 8);
        for object in state.objects.iter().flatten() {
            let ObjectKind::Global(_) = object.kind else { continue };
            let Some((name, of)) = variable(self.ready, object.kind) else { continue };
            for (offset, value) in whole_values(terms, object) {
                let types = &self.ready.program.types;
                let found =
                    access_paths(types, of, offset as u64, terms.width(value), pointer_bytes);
                let Some(path) = found.first().filter(|path| path.of.is_some()) else { continue };
                // Long parts need no definitions here: the names say enough.
                let text = self.expressions.text(terms, value, &mut Vec::new());
                values.insert(format!("{name}{}", path.path), text);
            }
        }
        values
    }

    /// A failing step marks the node that it leads to.
    fn mark(&mut self) {
        let mut seen = BTreeSet::new();
        for (node, thread, text) in std::mem::take(&mut self.violations) {
            if !seen.insert((node, thread, text.clone())) {
                continue;
            }
            let numbers = self.numbers.iter();
            let children = self
                .tree
                .nodes
                .iter_mut()
                .zip(numbers)
                .filter(|(child, number)| child.parent == node && thread == Some(**number));
            let mut marked = false;
            for (child, _) in children {
                child.violations.push(text.clone());
                marked = true;
            }
            let itself = node.checked_sub(1).and_then(|at| self.tree.nodes.get_mut(at as usize));
            if let Some(itself) = itself.filter(|_| !marked) {
                itself.violations.push(text);
            }
        }
    }
}

/// `thread #1`, as in deadlock messages; the first thread is `main`.
fn name(number: ThreadNumber) -> String {
    match number {
        0 => "main".to_owned(),
        other => format!("thread #{other}"),
    }
}

fn places(ready: &Ready, state: &State) -> Vec<(String, String)> {
    let threads = state.threads.iter().enumerate();
    threads
        .filter_map(|(number, thread)| Some((number as ThreadNumber, thread.as_ref()?)))
        .map(|(number, thread)| {
            let frames = &thread.thread.frames;
            let place = innermost_user_place(ready, frames);
            let text = match thread.thread.status {
                // In front of its first line or behind its last one.
                Status::Running => place
                    .and_then(|place| ready.location_text(place))
                    .unwrap_or_else(|| "in the library".to_owned()),
                Status::Finished => "ended".to_owned(),
                Status::Stopped(_) => "stopped".to_owned(),
                Status::Assumed => "assumed away".to_owned(),
            };
            (name(number), text)
        })
        .collect()
}
