//! Edges between blocks: loops are entered, gone round, counted, cut off and left here,
//! and only here.

use raddle_ir::{BlockId, FunctionId};

use super::path::Path;
use super::record::Cut;
use super::step::{LOOP_BUDGET, Run, SECTION_BUDGET};
use crate::symbolic::state::Counters;

impl Run<'_> {
    /// Goes along an edge of the terminator.
    pub fn follow(&mut self, mut path: Path, edge: usize) {
        let (function, block) = (path.frame.function, path.frame.block);
        let back = &self.ready.functions[function].back_edges[block];
        let closes_loop = back.get(edge).copied().unwrap_or(true);
        let place = path.frame.place();
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
        if !self.may_rest(&path) {
            if path.loops > SECTION_BUDGET {
                let what =
                    format!("an atomic section goes round loops more than {SECTION_BUDGET} times");
                return self.gap(path.state.guard, what);
            }
        } else if path.loops >= LOOP_BUDGET && !self.options.through {
            return self.rest(path);
        }
        self.push(path);
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
