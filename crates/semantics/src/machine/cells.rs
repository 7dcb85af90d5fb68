//! A row of shared values with a journal: what a step changes can be undone,
//! and what it leaves alone costs nothing to keep.
//!
//! A search keeps one machine and walks it forwards and backwards. Each cell
//! carries the identity that the search gave to its contents; a cell that was
//! changed since then has none until the search settles it.

use std::rc::Rc;

/// The identity of an absent cell.
pub const ABSENT: u32 = 0;
/// The identity of a cell that changed since it was last settled.
const DIRTY: u32 = u32::MAX;

#[derive(Clone, Debug)]
struct Cell<T> {
    value: Option<Rc<T>>,
    identity: u32,
}

#[derive(Clone, Debug)]
pub struct Cells<T> {
    cells: Vec<Cell<T>>,
    /// Former contents, in the order of the changes.
    journal: Vec<(u32, Cell<T>)>,
    /// Where the current step began in the journal.
    step_start: usize,
}

impl<T: Clone> Cells<T> {
    pub fn new() -> Self {
        Cells { cells: Vec::new(), journal: Vec::new(), step_start: 0 }
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        self.cells.get(index)?.value.as_deref()
    }

    pub fn shared(&self, index: usize) -> Option<&Rc<T>> {
        self.cells.get(index)?.value.as_ref()
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.cells
            .iter()
            .enumerate()
            .filter_map(|(index, cell)| Some((index, cell.value.as_deref()?)))
    }

    /// The contents, to be changed; `None` if the cell is absent.
    pub fn edit(&mut self, index: usize) -> Option<&mut T> {
        self.remember(index)?;
        self.cells[index].value.as_mut().map(Rc::make_mut)
    }

    pub fn set(&mut self, index: usize, value: Option<Rc<T>>) {
        while self.cells.len() <= index {
            self.cells.push(Cell { value: None, identity: ABSENT });
        }
        let _ = self.remember(index);
        self.cells[index].value = value;
    }

    /// Was the cell changed since the last settling?
    pub fn is_dirty(&self, index: usize) -> bool {
        self.cells.get(index).is_some_and(|cell| cell.identity == DIRTY)
    }

    fn remember(&mut self, index: usize) -> Option<()> {
        let cell = self.cells.get_mut(index)?;
        if cell.identity != DIRTY {
            self.journal.push((index as u32, cell.clone()));
            cell.identity = DIRTY;
        }
        Some(())
    }

    /// The place in the journal to come back to with `undo_to`.
    pub fn mark(&self) -> usize {
        self.journal.len()
    }

    /// From here on is the current step.
    pub fn begin_step(&mut self) {
        self.step_start = self.journal.len();
    }

    pub fn undo_to(&mut self, mark: usize) {
        while self.journal.len() > mark {
            if let Some((index, cell)) = self.journal.pop() {
                self.cells[index as usize] = cell;
            }
        }
    }

    /// Former contents of the cells that the current step changed.
    pub fn former(&self) -> impl Iterator<Item = &T> {
        self.journal[self.step_start..].iter().filter_map(|(_, cell)| cell.value.as_deref())
    }

    /// Gives every cell that changed in the current step an identity (never 0),
    /// and a shared representative of its contents; reports each change.
    pub fn settle(
        &mut self,
        mut identify: impl FnMut(&Rc<T>) -> (Rc<T>, u32),
        mut changed: impl FnMut(usize, u32),
    ) {
        for position in self.step_start..self.journal.len() {
            let index = self.journal[position].0 as usize;
            let cell = &mut self.cells[index];
            if cell.identity != DIRTY {
                continue;
            }
            match &cell.value {
                Some(value) => {
                    let (representative, identity) = identify(value);
                    debug_assert!(identity != ABSENT && identity != DIRTY);
                    *cell = Cell { value: Some(representative), identity };
                }
                None => cell.identity = ABSENT,
            }
            changed(index, cell.identity);
        }
    }

    /// What the current step changed, once settled: cell, contents, identity.
    pub fn changes(&self) -> impl Iterator<Item = (u32, Option<&Rc<T>>, u32)> {
        self.journal[self.step_start..].iter().map(|(index, _)| {
            let cell = &self.cells[*index as usize];
            (*index, cell.value.as_ref(), cell.identity)
        })
    }

    /// Makes a change that was settled before.
    pub fn put(&mut self, index: u32, value: Option<Rc<T>>, identity: u32) {
        while self.cells.len() <= index as usize {
            self.cells.push(Cell { value: None, identity: ABSENT });
        }
        let cell = &mut self.cells[index as usize];
        let former = std::mem::replace(cell, Cell { value, identity });
        self.journal.push((index, former));
    }

    pub fn identity(&self, index: usize) -> u32 {
        self.cells.get(index).map_or(ABSENT, |cell| cell.identity)
    }
}

impl<T: Clone> Default for Cells<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_restores_contents_and_identities() {
        let mut cells = Cells::new();
        cells.set(0, Some(Rc::new(1)));
        cells.settle(|value| (value.clone(), 7), |_, _| {});
        let mark = cells.mark();
        cells.begin_step();
        *cells.edit(0).unwrap() = 2;
        *cells.edit(0).unwrap() = 3;
        cells.set(1, Some(Rc::new(9)));
        assert_eq!(cells.former().collect::<Vec<_>>(), [&1]);
        let mut changes = Vec::new();
        cells.settle(|value| (value.clone(), 10 + **value), |index, id| changes.push((index, id)));
        assert_eq!(changes, [(0, 13), (1, 19)]);
        cells.undo_to(mark);
        assert_eq!((cells.get(0), cells.identity(0)), (Some(&1), 7));
        assert_eq!((cells.get(1), cells.identity(1)), (None, ABSENT));
    }
}
