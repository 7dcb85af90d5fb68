//! Edges between blocks: loops are entered, gone round, counted, cut off and left here,
//! and only here.

use raddle_ir::{BlockId, FunctionId};

use super::events::{ActionNumber, Segment};
use super::loop_counts::Iteration;
use super::path::Path;
use super::record::Cut;
use super::state::Counters;
use super::step::{LOOP_BUDGET, Run, SECTION_BUDGET};

impl Run<'_> {
    /// Takes note that a branch may lead out of loops.
    pub(super) fn look_at_exits(&mut self, path: &mut Path, is_certain: bool) {
        if self.shared.is_none() {
            return;
        }
        let (function, block) = (path.frame.function, path.frame.block);
        let order = self.order(function);
        let terminator = &self.ready.program.functions[function].blocks[block].terminator;
        let edges = terminator.edges();
        let leaves =
            |header: &&BlockId| edges.iter().any(|edge| !order.loops(edge.target).contains(header));
        let left: Vec<BlockId> = order.loops(block).iter().filter(leaves).copied().collect();
        if let Some(loop_counts) = path.loop_counts.last_mut() {
            loop_counts.stays(&left, is_certain);
        }
    }

    /// Goes along an edge of the terminator.
    pub(super) fn follow(&mut self, mut path: Path, edge: usize) {
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
        let mut free = self.options.certain;
        if let Some(shared) = self.shared.as_deref() {
            match path.iteration(self.ready, shared) {
                Iteration::Spin => return,
                Iteration::Writes(first) => {
                    self.end_segment(&mut path, first);
                    // It does not count anything, so it may go on for ever.
                    free = 0;
                }
                Iteration::Something => {}
            }
        }
        let mut count = count(path.counters.last_mut(), target);
        let charged =
            path.loop_counts.last_mut().map_or(0, |loop_counts| loop_counts.next(target, free));
        let named = self.options.unwind.loops.contains_key(&(function, target));
        if self.options.certain > 0 && !named {
            count = charged;
        }
        if self.options.unwind.of(function, target).is_some_and(|most| count > most) {
            let guard = path.state.guard;
            let header = Some((function, target));
            self.record.cuts.push(Cut { guard, place, named, header });
            return;
        }
        self.go_round(path);
    }

    /// The thread goes on after the iteration, or stays there.
    fn end_segment(&mut self, path: &mut Path, first: ActionNumber) {
        let goes_on = self.terms.fresh("goes_on", 1);
        let guard = path.state.guard.clone();
        let events = &mut self.record.events;
        let end = events.actions.len() as ActionNumber;
        path.state.guard = guard.and(self.terms, goes_on);
        events.segments.push(Segment { first, end, guard, goes_on });
    }

    fn leave_loops(&mut self, path: &mut Path, function: FunctionId, target: BlockId) {
        let order = self.order(function);
        if let Some(counters) = path.counters.last_mut() {
            counters
                .retain(|(header, _)| *header != target && order.loops(target).contains(header));
        }
        if let Some(loop_counts) = path.loop_counts.last_mut()
            && self.shared.is_some()
        {
            loop_counts.keep(order.loops(target));
            if order.loops(target).contains(&target) {
                loop_counts.enter(target);
            }
        }
    }

    fn go_round(&mut self, mut path: Path) {
        path.loops += 1;
        if path.pace.depth > 0 || self.shared.is_some() {
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
