//! Where interleaved and isolated execution differ: the hooks that the rooms
//! `executing` and `memory` call.

use raddle_ir::BlockId;
use raddle_passes::Place;
use raddle_passes::block_order::BlockOrder;
use raddle_terms::{Term, TermStore};

use super::Mode;
use super::accesses::Isolation;
use super::events::{Action, ActionNumber, Refusal, Refused, Segment, Spawned};
use super::loop_counts::Iteration;
use super::shared::Shared;
use crate::host::Interrupt;
use crate::symbolic::executing::path::Path;
use crate::symbolic::executing::step::Run;
use crate::symbolic::memory::object::Object;
use crate::symbolic::memory::symbolic_host::SymbolicHost;
use crate::symbolic::path_condition::PathCondition;

/// Control.
impl Run<'_> {
    /// What an isolated thread does before its first visible action is an action too.
    pub fn on_begin(&mut self) {
        match self.mode {
            Mode::Interleaved => {}
            Mode::Isolated(_) => {
                let guard = self.begin.guard.clone();
                self.record.events.actions.push(Action::new(None, false, guard));
            }
        }
    }

    /// All paths have ended. An isolated thread's undone actions are refused one by one
    /// ([`Run::on_refusal`]); those of a step are no part of it.
    pub fn on_finish(&mut self) {
        match self.mode {
            Mode::Interleaved => self.forget_undone(),
            Mode::Isolated(_) => {}
        }
    }

    /// A path is about to run on in its block.
    pub fn on_block(&self, path: &mut Path) {
        match self.mode {
            Mode::Interleaved => {}
            Mode::Isolated(_) => {
                path.see_header(self.ready, self.record.events.actions.len() as ActionNumber);
            }
        }
    }

    /// In front of a visible action that the host did not let pass.
    pub fn on_pause(&mut self, path: Path) {
        match self.mode {
            Mode::Interleaved => self.rest(path),
            Mode::Isolated(_) => {
                let what = "a thread does too many visible actions".to_string();
                self.gap(path.state.guard, what);
            }
        }
    }

    /// The action that a path is in does not happen under this condition.
    pub fn on_refusal(&mut self, path: &Path, guard: PathCondition, why: Refusal) {
        match self.mode {
            Mode::Interleaved => {}
            Mode::Isolated(_) => {
                let action = self.record.events.actions.get_mut(path.isolation.action as usize);
                if let Some(action) = action {
                    action.refused.push(Refused { guard, why });
                }
            }
        }
    }

    /// A wait may end by itself although its condition is false. In isolation the thread
    /// may as well wait; a step says so, since it does not count against a deadlock.
    pub fn on_spurious_wakeup(&mut self, path: &mut Path, holder: Option<Term>) {
        match self.mode {
            Mode::Interleaved => path.by_itself = true,
            Mode::Isolated(_) => {
                let goes_on = self.terms.fresh("by_itself", 1);
                let waits = self.terms.not(goes_on);
                let guard = path.state.guard.and(self.terms, waits);
                self.on_refusal(path, guard, Refusal::Waits { holder, goes_on: Some(goes_on) });
                path.state.guard = path.state.guard.and(self.terms, goes_on);
            }
        }
    }

    /// A branch may lead out of loops; whether its condition is a constant.
    pub fn on_branch(&mut self, path: &mut Path, is_certain: bool) {
        match self.mode {
            Mode::Interleaved => {}
            Mode::Isolated(_) => {
                let (function, block) = (path.frame.function, path.frame.block);
                let order = self.order(function);
                let terminator = &self.ready.program.functions[function].blocks[block].terminator;
                let may_leave = |header: &&BlockId| order.may_leave(**header, terminator);
                let left: Vec<BlockId> =
                    order.loops(block).iter().filter(may_leave).copied().collect();
                if let Some(counts) = path.loop_counts.last_mut() {
                    counts.stays(&left, is_certain);
                }
            }
        }
    }

    /// An edge leads to this block without closing a loop.
    pub fn on_forward_edge(&self, path: &mut Path, order: &BlockOrder, target: BlockId) {
        match self.mode {
            Mode::Interleaved => {}
            Mode::Isolated(_) => {
                let Some(counts) = path.loop_counts.last_mut() else { return };
                counts.keep(order.loops(target));
                if order.loops(target).contains(&target) {
                    counts.enter(target);
                }
            }
        }
    }

    /// A path comes back to the header that it stands at, for the time that is given: how
    /// many iterations count against a bound, which may be one for this loop. `None`: the
    /// path ends here, since nothing is lost where the thread stays there (a spin).
    pub fn on_back_edge(&mut self, path: &mut Path, count: u32, is_named: bool) -> Option<u32> {
        let Mode::Isolated(shared) = &self.mode else { return Some(count) };
        let header = path.frame.block;
        let mut free = self.options.certain;
        match path.iteration(self.ready, shared) {
            Iteration::Spin => return None,
            Iteration::Writes(first) => {
                self.end_segment(path, first);
                // It does not count anything, so it may go on for ever.
                free = 0;
            }
            Iteration::Something => {}
        }
        let counts = path.loop_counts.last_mut();
        Some(counts.map_or(0, |counts| counts.next(header, free).counted(is_named)))
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

    /// Whether a thread that goes round loops for long may rest there and go on in its
    /// next step: there is none in an atomic section, nor in isolation.
    pub fn may_rest(&self, path: &Path) -> bool {
        match self.mode {
            Mode::Interleaved => !path.pace.section.is_inside(),
            Mode::Isolated(_) => false,
        }
    }

    /// A thread is created. In isolation it is run later, by the order engine.
    pub fn on_spawn(&mut self, path: &mut Path, spawned: Spawned) {
        match self.mode {
            Mode::Interleaved => {
                path.created.push(spawned.number);
                path.pace.alone = false;
            }
            Mode::Isolated(_) => {
                if path.pace.alone {
                    self.with_host(path, |host, terms| host.first_spawn(terms));
                }
                let effect = self.record.events.effect();
                (path.isolation.effects, path.isolation.makings) = (effect, effect);
                self.record.events.spawned.push(spawned);
            }
        }
    }
}

/// Memory.
impl SymbolicHost<'_> {
    /// Whether the run pauses in front of a visible action, outside of atomic sections.
    pub fn on_visible(&mut self, place: Place) -> bool {
        match self.mode {
            Mode::Interleaved => self.stops_before(place),
            Mode::Isolated(_) => self.begins_too_many(place),
        }
    }

    /// Whether accesses of this object are events now.
    pub fn is_shared(&self, object: u32) -> bool {
        match &self.mode {
            Mode::Interleaved => false,
            Mode::Isolated(shared) => !self.path.pace.alone && shared.contains(object),
        }
    }

    /// Whether accesses are told for data races.
    pub fn tells_accesses(&self) -> bool {
        match self.mode {
            Mode::Interleaved => true,
            // The order engine knows only those that another thread can be there for.
            Mode::Isolated(_) => !self.path.pace.alone,
        }
    }

    /// An object that this thread does not know is accessed under this condition. No
    /// other thread should have its address.
    pub fn on_miss(&mut self, terms: &TermStore, object: u32, condition: Term) {
        match self.mode {
            Mode::Interleaved => {}
            Mode::Isolated(_) => self.miss(terms, object, condition),
        }
    }

    /// An object was made at this place.
    pub fn on_made(
        &mut self,
        place: Place,
        number: u32,
        is_zeroed: bool,
        is_size_known: bool,
    ) -> Result<(), Interrupt> {
        let Mode::Isolated(_) = self.mode else { return Ok(()) };
        if Shared::makes_shared(self.ready, place) {
            self.share(number, is_zeroed);
        }
        if !is_size_known && self.mode.shared().is_some_and(|shared| shared.contains(number)) {
            let what = "an object of unknown size that threads share";
            return Err(Interrupt::Limit(what.to_string()));
        }
        Ok(())
    }

    /// An object for variable arguments was made at this place.
    pub fn on_variadic_area(&mut self, place: Place, number: u32) -> Result<(), Interrupt> {
        let Mode::Isolated(_) = self.mode else { return Ok(()) };
        if !self.path.pace.alone && Shared::makes_shared(self.ready, place) {
            let what = "variable arguments that other threads may see";
            return Err(Interrupt::Limit(what.to_string()));
        }
        self.on_made(place, number, false, true)
    }

    /// The thread's instance of a thread-local global was made.
    pub fn on_thread_local(
        &mut self,
        global: raddle_ir::GlobalId,
        number: u32,
        is_zeroed: bool,
    ) -> Result<(), Interrupt> {
        let Mode::Isolated(_) = self.mode else { return Ok(()) };
        if !self.ready.observable[global] {
            return Ok(());
        }
        if !is_zeroed && !self.path.pace.alone {
            let what = "an instance of a thread-local variable that other threads may see";
            return Err(Interrupt::Limit(what.to_string()));
        }
        self.share(number, is_zeroed);
        Ok(())
    }
}

impl Mode<'_> {
    /// Whether a new object may have a number, that there is an object for on this path or
    /// not. `None`: the other threads have no say in it.
    pub fn may_have_number(
        &self,
        terms: &TermStore,
        isolation: &Isolation,
        (number, is_there): (u32, bool),
        object: &Object,
        is_zeroed: bool,
    ) -> Option<bool> {
        let Mode::Isolated(shared) = self else { return None };
        let fits = || shared.fits(terms, number, object, is_zeroed);
        match is_there {
            false => Some(fits()),
            // That others know of it does not mean that it was made.
            true if shared.contains(number) => Some(!isolation.is_made(number) && fits()),
            true => None,
        }
    }
}
