//! The paths through a step that are still open: taken one by one, or in the order of
//! the program and merged where they meet.

use std::collections::BTreeMap;

use raddle_passes::Ready;
use raddle_passes::block_order::{BlockOrders, Position};
use raddle_terms::TermStore;

use super::path::Path;

/// The paths that are open.
pub struct Worklist {
    merge: bool,
    ordered: BTreeMap<Position, Vec<Path>>,
    stack: Vec<Path>,
}

impl Worklist {
    pub fn new(merge: bool) -> Worklist {
        Worklist { merge, ordered: BTreeMap::new(), stack: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.ordered.is_empty() && self.stack.is_empty()
    }

    pub fn push(
        &mut self,
        ready: &Ready,
        terms: &mut TermStore,
        orders: &mut BlockOrders,
        mut path: Path,
    ) {
        // Nothing to meet: no need for an order.
        if !self.merge || self.is_empty() {
            self.stack.push(path);
            return;
        }
        while let Some(waiting) = self.stack.pop() {
            self.insert(ready, terms, orders, waiting);
        }
        path.prune(ready);
        self.insert(ready, terms, orders, path);
    }

    fn insert(
        &mut self,
        ready: &Ready,
        terms: &mut TermStore,
        orders: &mut BlockOrders,
        mut path: Path,
    ) {
        path.prune(ready);
        let here = self.ordered.entry(path.position(ready, orders)).or_default();
        for waiting in here.iter_mut() {
            if let Some(merged) = waiting.merge(terms, &path) {
                *waiting = merged;
                return;
            }
        }
        here.push(path);
    }

    pub fn pop(&mut self) -> Option<Path> {
        if let Some(path) = self.stack.pop() {
            return Some(path);
        }
        let mut first = self.ordered.first_entry()?;
        let path = first.get_mut().pop();
        if first.get().is_empty() {
            first.remove();
        }
        path
    }
}
