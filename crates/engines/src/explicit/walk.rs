//! Random walks with restarts, for programs whose states are too many for anything else.
//! Nothing is stored; a walk is a run in which the thread that goes on, and what is open, is drawn.
//! How long a thread mostly goes on is drawn for each walk, because some bugs need many switches
//! and others long runs between few. Walks prove nothing.

use raddle_semantics::{Step, StepEnd, ThreadNumber};

use super::chooser::Point;
use super::search::{Explored, Look, Search};
use super::step::Tried;

/// In one of so many steps the thread changes, by walk.
const CHANGES: [u64; 4] = [2, 4, 16, 64];

/// A small generator (xorshift of Marsaglia), always with the same seed: the same walks each
/// time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit.max(1)
    }
}

/// How far walks go.
#[derive(Clone, Copy, Debug)]
pub struct Walks {
    /// So many, or until a limit.
    pub most: Option<u64>,
    /// Each ends after so many steps.
    pub longest: usize,
}

impl Search<'_> {
    /// Walks until every open check is violated, or a limit is reached.
    pub fn walk(mut self, walks: Walks) -> Explored {
        self.store.settle(&mut self.machine);
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        let start = self.machine.mark();
        let mut count = 0;
        while walks.most.is_none_or(|most| count < most)
            && !self.findings.open.is_empty()
            && self.watch.exceeded().is_none()
        {
            self.walk_once(&mut random, walks.longest);
            self.stack.clear();
            self.machine.undo_to(start);
            count += 1;
        }
        let mut findings = std::mem::take(&mut self.findings);
        findings.gaps.insert(0, "random walks look at some runs only".to_owned());
        findings.states = 0;
        findings
    }

    fn walk_once(&mut self, random: &mut Random, longest: usize) {
        let changes = CHANGES[random.below(CHANGES.len() as u64) as usize];
        let mut last = None;
        for _ in 0..longest {
            if self.findings.open.is_empty() || self.is_over() {
                return;
            }
            let thread = match last {
                None => None,
                Some(last) => match self.draw_thread(random, last, changes) {
                    Some(thread) => Some(thread),
                    None => return,
                },
            };
            if !self.step_at_random(thread, random) {
                return;
            }
            last = Some(thread.unwrap_or(0));
        }
    }

    /// Looks at what the threads of the current state do next, and draws one that can.
    fn draw_thread(
        &mut self,
        random: &mut Random,
        last: ThreadNumber,
        changes: u64,
    ) -> Option<ThreadNumber> {
        let running: Vec<ThreadNumber> = self.threads_in_order(last).collect();
        let next: Vec<_> = running.into_iter().map(|thread| self.next_step(thread)).collect();
        self.look_for_deadlock();
        let able: Vec<ThreadNumber> =
            next.iter().filter(|next| next.moves).map(|next| next.thread).collect();
        if able.contains(&last) && random.below(changes) != 0 {
            return Some(last);
        }
        able.get(random.below(able.len() as u64) as usize).copied()
    }

    /// Takes a step with choices that are drawn, and goes to where it leads.
    fn step_at_random(&mut self, thread: Option<ThreadNumber>, random: &mut Random) -> bool {
        let mark = self.machine.mark();
        let mut drawn: Vec<Point> = Vec::new();
        let tried = loop {
            let tried = self.take(thread, drawn.clone());
            let Some(open) = tried.points.get(drawn.len()) else { break tried };
            let taken = random.below(u64::from(open.count)) as u32;
            drawn.push(Point { taken, count: open.count });
            self.machine.undo_to(mark);
        };
        let Tried { end, choices, points: _, sampled } = tried;
        let step = Step { thread: thread.unwrap_or(0), choices };
        let done = matches!(end, StepEnd::Done { .. });
        if !done && matches!(self.look_at(thread, end, sampled, &step), Look::Again) {
            self.machine.undo_to(mark);
            return self.step_at_random(thread, random);
        }
        if done {
            self.findings.transitions += 1;
            self.push(step, mark);
        }
        done
    }
}
