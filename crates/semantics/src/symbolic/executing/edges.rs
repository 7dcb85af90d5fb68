//! Edges between blocks: loops are entered, gone round, counted, cut off and left here,
//! and only here.

use raddle_ir::{BlockId, FunctionId};

use super::path::Path;
use super::record::Cut;
use super::step::Run;
use crate::control;
use crate::symbolic::state::Counters;

impl Run<'_> {
    /// Goes along an edge of the terminator.
    pub fn follow(&mut self, mut path: Path, edge: usize) {
        let function = path.frame.function;
        let place = path.frame.place();
        let closes_loop = control::closes_loop(self.ready, place, edge);
        path.frame.follow(self.ready, self.terms, edge);
        let target = path.frame.block;
        if !closes_loop {
            self.leave_loops(&mut path, function, target);
            return self.push(path);
        }
        let count = count(path.counters.last_mut(), target);
        let named = self.options.unwind.loops.contains_key(&(function, target));
        let Some(count) = self.on_back_edge(&mut path, count, named) else { return };
        if self.options.unwind.of(function, target).is_some_and(|most| count > most) {
            let guard = path.state.guard;
            let header = Some((function, target));
            self.record.cuts.push(Cut { guard, place, named, header });
            return;
        }
        self.go_round(path);
    }

    fn leave_loops(&mut self, path: &mut Path, function: FunctionId, target: BlockId) {
        let order = self.order(function);
        if let Some(counters) = path.counters.last_mut() {
            counters
                .retain(|(header, _)| *header != target && order.loops(target).contains(header));
        }
        self.on_forward_edge(path, &order, target);
    }

    fn go_round(&mut self, mut path: Path) {
        path.loops += 1;
        match control::rests_in_loop(path.loops, self.may_rest(&path)) {
            Ok(true) if !self.options.through => self.rest(path),
            Ok(_) => self.push(path),
            Err(interrupt) => self.interrupted(path, interrupt),
        }
    }
}

/// Counts one more iteration; how many there were.
fn count(counters: Option<&mut Counters>, header: BlockId) -> u32 {
    let Some(counters) = counters else { return 0 };
    match counters.iter_mut().find(|(of, _)| *of == header) {
        Some((_, count)) => {
            *count += 1;
            *count
        }
        None => {
            counters.push((header, 1));
            counters.sort_unstable();
            1
        }
    }
}
