//! What to leave out of a long trace.
//!
//! A short trace is shown whole. In a longer one, what no other thread can have
//! noticed goes first: reads, local writes, and writes that the same thread
//! overwrites before any switch. If that is not enough, the middles of long runs
//! of one thread go, and at last the middle of the trace. The first and the last
//! row of every run stay as long as possible, since they show the switches.

use std::collections::BTreeSet;

use raddle_semantics::ThreadNumber;

use super::rows::{Row, Weight};

pub enum Item {
    Row(Row),
    /// Rows left out; of one thread, or of several.
    Elided {
        thread: Option<ThreadNumber>,
        count: usize,
    },
}

/// Traces of up to so many rows are shown whole.
const SHORT: usize = 40;
/// More than so many rows no one reads, even of important ones.
const LONG: usize = 150;
/// What stays of a long run of one thread at its beginning and at its end.
const ENDS: usize = 3;
/// What stays of the beginning and of the end of an endless trace.
const HEAD: usize = 50;
const TAIL: usize = 100;

pub fn elide(rows: Vec<Row>, full: bool) -> Vec<Item> {
    if full || rows.len() <= SHORT {
        return rows.into_iter().map(Item::Row).collect();
    }
    let runs = runs(&rows);
    let mut kept = unnoticed_left_out(&rows, &runs);
    if count(&kept) > LONG {
        keep_only_ends_of_runs(&rows, &runs, &mut kept);
    }
    if count(&kept) > LONG {
        let tail = rows.len().saturating_sub(TAIL);
        for (position, keep) in kept.iter_mut().enumerate() {
            *keep &= position < HEAD || position >= tail;
        }
    }
    assemble(rows, &kept)
}

fn count(kept: &[bool]) -> usize {
    kept.iter().filter(|&&keep| keep).count()
}

/// Maximal ranges of rows of one thread.
fn runs(rows: &[Row]) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut start = 0;
    for position in 1..=rows.len() {
        if position == rows.len() || rows[position].thread != rows[start].thread {
            runs.push((start, position));
            start = position;
        }
    }
    runs
}

fn unnoticed_left_out(rows: &[Row], runs: &[(usize, usize)]) -> Vec<bool> {
    let mut kept = vec![false; rows.len()];
    for &(start, end) in runs {
        let mut overwritten: BTreeSet<&str> = BTreeSet::new();
        for position in (start..end).rev() {
            let row = &rows[position];
            let writes: Vec<&str> = row.writes().collect();
            let noticed = match row.weight {
                Weight::Key => true,
                Weight::Shared => {
                    writes.is_empty() || writes.iter().any(|name| !overwritten.contains(name))
                }
                Weight::Ordinary => false,
            };
            overwritten.extend(writes);
            kept[position] = noticed || position == start || position + 1 == end;
        }
    }
    kept
}

fn keep_only_ends_of_runs(rows: &[Row], runs: &[(usize, usize)], kept: &mut [bool]) {
    for &(start, end) in runs {
        for position in start..end {
            let near_end = position < start + ENDS || position + ENDS >= end;
            kept[position] &= near_end || rows[position].fails();
        }
    }
}

/// A single row left out would be replaced by a line that says so: keep it.
fn assemble(rows: Vec<Row>, kept: &[bool]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut hidden: Vec<Row> = Vec::new();
    for (row, &keep) in rows.into_iter().zip(kept) {
        if keep {
            flush(&mut items, &mut hidden);
            items.push(Item::Row(row));
        } else {
            hidden.push(row);
        }
    }
    flush(&mut items, &mut hidden);
    items
}

fn flush(items: &mut Vec<Item>, hidden: &mut Vec<Row>) {
    let Some(first) = hidden.first() else {
        return;
    };
    if hidden.len() == 1 {
        items.extend(hidden.drain(..).map(Item::Row));
        return;
    }
    let thread = first.thread;
    let same = hidden.iter().all(|row| row.thread == thread);
    items.push(Item::Elided { thread: same.then_some(thread), count: hidden.len() });
    hidden.clear();
}
