//! One step of one thread, on all paths at once. The control that the concrete
//! machine's `step.rs` does for one run is here done for many; what each exit
//! means is the same.

use std::rc::Rc;

use raddle_ir::{AwaitKind, FunctionId, StopReason, Terminator};
use raddle_passes::Ready;
use raddle_passes::block_order::{BlockOrder, BlockOrders};
use raddle_terms::{Term, TermStore};

use super::observe::Observe;
use super::path::Path;
use super::record::{End, Gap, Record};
use super::worklist::Worklist;
use crate::control::{self, Pace};
use crate::host::Interrupt;
use crate::machine::{Status, innermost_user_place};
use crate::numbering::Numbering;
use crate::run::{Exit, run_block};
use crate::schedule::ThreadNumber;
use crate::symbolic::isolated::Mode;
use crate::symbolic::isolated::accesses::Isolation;
use crate::symbolic::isolated::events::Refusal;
use crate::symbolic::isolated::loop_counts::LoopCounts;
use crate::symbolic::isolated::shared::Shared;
use crate::symbolic::memory::symbolic_host::{Aside, SymbolicHost};
use crate::symbolic::path_condition::PathCondition;
use crate::symbolic::state::{State, SymbolicThread};
use crate::symbolic::{Decide, ExecutorOptions};

/// Runs steps. Keeps the numbers of objects and threads, which must stay the
/// same over one analysis.
pub struct Executor<'p> {
    pub ready: &'p Ready,
    pub options: ExecutorOptions,
    numbering: Numbering,
    orders: BlockOrders,
    /// Sees what is run.
    pub observer: Option<&'p mut (dyn Observe + 'p)>,
}

impl<'p> Executor<'p> {
    pub fn new(ready: &'p Ready, options: ExecutorOptions) -> Executor<'p> {
        Executor {
            ready,
            options,
            numbering: Numbering::default(),
            orders: BlockOrders::default(),
            observer: None,
        }
    }

    /// Runs `main` up to its first visible action.
    pub fn begin(
        &mut self,
        terms: &mut TermStore,
        decide: &mut dyn Decide,
        state: &State,
    ) -> Record {
        self.advance(terms, decide, state, 0, 0, Mode::Interleaved)
    }

    /// Runs one step of a running thread.
    pub fn step(
        &mut self,
        terms: &mut TermStore,
        decide: &mut dyn Decide,
        state: &State,
        thread: ThreadNumber,
    ) -> Record {
        self.advance(terms, decide, state, thread, 1, Mode::Interleaved)
    }

    /// Runs a thread from its beginning to its end, in isolation from the others.
    pub fn run_isolated(
        &mut self,
        terms: &mut TermStore,
        decide: &mut dyn Decide,
        state: &State,
        thread: ThreadNumber,
        shared: &mut Shared,
    ) -> Record {
        shared.values.begin(thread);
        self.advance(terms, decide, state, thread, 0, Mode::Isolated(shared))
    }

    fn advance(
        &mut self,
        terms: &mut TermStore,
        decide: &mut dyn Decide,
        begin: &State,
        thread: ThreadNumber,
        allowance: u32,
        mode: Mode<'_>,
    ) -> Record {
        let mut run = Run {
            ready: self.ready,
            options: &self.options,
            numbering: &mut self.numbering,
            orders: &mut self.orders,
            terms,
            decide,
            begin,
            record: Record::default(),
            mode,
            done: Vec::new(),
            worklist: Worklist::new(self.options.merge),
            observer: match &mut self.observer {
                Some(observer) => Some(&mut **observer),
                None => None,
            },
        };
        run.on_begin();
        run.run_thread(begin.clone(), thread, allowance, Vec::new(), false);
        run.finish()
    }
}

/// A path that got to the end of its step.
struct Done {
    state: State,
    by_itself: bool,
    /// Threads that it created and that have not begun yet.
    created: Vec<ThreadNumber>,
}

pub struct Run<'a> {
    pub ready: &'a Ready,
    pub options: &'a ExecutorOptions,
    pub numbering: &'a mut Numbering,
    pub orders: &'a mut BlockOrders,
    pub terms: &'a mut TermStore,
    pub decide: &'a mut dyn Decide,
    pub begin: &'a State,
    pub record: Record,
    pub mode: Mode<'a>,
    done: Vec<Done>,
    pub worklist: Worklist,
    pub observer: Option<&'a mut (dyn Observe + 'a)>,
}

impl Run<'_> {
    fn finish(mut self) -> Record {
        while let Some(at) = self.done.iter().position(|done| !done.created.is_empty()) {
            let mut done = self.done.swap_remove(at);
            let child = done.created.remove(0);
            // The beginning of a new thread; to create is visible, so it creates none.
            self.run_thread(done.state, child, 0, done.created, done.by_itself);
        }
        self.on_finish();
        let ends = self.done.into_iter();
        self.record
            .ends
            .extend(ends.map(|Done { state, by_itself, .. }| End::Done { state, by_itself }));
        self.record
    }

    /// What happened on paths that are taken back did not happen.
    pub fn forget_undone(&mut self) {
        let mut undone = self.terms.boolean(false);
        for end in &self.record.ends {
            match end {
                End::Blocked { guard, .. } | End::Infeasible { guard } => {
                    let guard = guard.all(self.terms);
                    undone = self.terms.or(undone, guard);
                }
                End::Done { .. } => {}
            }
        }
        let done = self.terms.not(undone);
        for touched in &mut self.record.touched {
            touched.guard = touched.guard.and(self.terms, done);
        }
        self.record.touched.retain(|touched| !touched.guard.is_false(self.terms));
    }

    fn run_thread(
        &mut self,
        state: State,
        thread: ThreadNumber,
        allowance: u32,
        created: Vec<ThreadNumber>,
        by_itself: bool,
    ) {
        let Some(rested) = state.thread(thread) else { return };
        let SymbolicThread { thread: mut working, counters } = rested.clone();
        let Some(frame) = working.frames.pop() else { return };
        let truth = self.terms.boolean(true);
        let frame = frame.resume(self.ready, truth);
        let alone = state.running().all(|other| other == thread);
        let loop_counts = vec![LoopCounts::default(); counters.len()];
        self.push(Path {
            locals: std::mem::take(&mut working.locals),
            thread,
            pace: Pace::new(allowance, alone),
            line: None,
            died: Vec::new(),
            caller: innermost_user_place(self.ready, &working.frames),
            isolation: Isolation::default(),
            state,
            frame,
            working,
            counters,
            created,
            by_itself,
            loops: 0,
            loop_counts,
        });
        let mut given_up = None;
        while let Some(path) = self.worklist.pop() {
            given_up = given_up.or_else(|| self.decide.given_up());
            match &given_up {
                Some(reason) => self.gap(path.state.guard, reason.clone()),
                None => self.run_path(path),
            }
        }
    }

    pub fn order(&mut self, function: FunctionId) -> Rc<BlockOrder> {
        self.orders.of(self.ready, function).clone()
    }

    pub fn push(&mut self, path: Path) {
        self.worklist.push(self.ready, self.terms, self.orders, path);
    }

    /// Runs to the next exit.
    fn run_path(&mut self, mut path: Path) {
        let from = path.frame.statement;
        if let Some(observer) = &mut self.observer {
            observer.enters(self.terms, &path.passing());
        }
        self.on_block(&mut path);
        let ready = self.ready;
        let mut frame = path.frame.lend();
        let (exit, dead) =
            self.with_host(&mut path, |host, terms| run_block(ready, &mut frame, terms, host));
        path.frame = frame;
        if let Some(observer) = &mut self.observer {
            observer.leaves(self.terms, from, &path.passing());
        }
        if !dead {
            self.handle(path, exit);
        }
    }

    /// Gives a host to what may access memory, and takes care of the paths that it
    /// sets aside; whether the path cannot be any more.
    pub fn with_host<T>(
        &mut self,
        path: &mut Path,
        act: impl FnOnce(&mut SymbolicHost<'_>, &mut TermStore) -> T,
    ) -> (T, bool) {
        let mut asides = Vec::new();
        let mut dead = false;
        let mut host = SymbolicHost {
            ready: self.ready,
            selected: self.options.selected,
            granularity: self.options.granularity,
            through: self.options.through,
            written_pointers: self.options.written_pointers,
            numbering: self.numbering,
            decide: self.decide,
            record: &mut self.record,
            begin: self.begin,
            path,
            mode: self.mode.reborrow(),
            copies: false,
            asides: &mut asides,
            dead: &mut dead,
        };
        let result = act(&mut host, self.terms);
        for Aside { path, status } in asides {
            self.stop(path, status);
        }
        (result, dead)
    }

    fn handle(&mut self, mut path: Path, exit: Exit<Term>) {
        match exit {
            Exit::Goto => self.follow(path, 0),
            Exit::Branch(condition) => self.branch(path, condition),
            Exit::Switch(value) => self.switch(path, value),
            Exit::Call { callee, arguments } => self.call(path, callee, arguments),
            Exit::Return(values) => self.finish_call(path, values),
            Exit::Spawn { function, argument } => self.spawn(path, function, argument),
            Exit::Await { kind, condition, holder } => self.wait(path, kind, condition, holder),
            Exit::AtomicBegin => {
                if path.pace.section.enter(self.ready, path.frame.function) {
                    self.on_section(&path);
                }
                path.frame.complete(self.ready, &[]);
                self.push(path);
            }
            Exit::AtomicEnd => self.end_section(path),
            Exit::ThreadExit => self.end_thread(path),
            Exit::Stop(reason) => self.stop(path, Status::Stopped(reason)),
            Exit::Paused => self.on_pause(path),
            Exit::Interrupted(interrupt) => self.interrupted(path, interrupt),
        }
    }

    pub fn interrupted(&mut self, path: Path, interrupt: Interrupt) {
        match interrupt {
            Interrupt::Stopped(reason) => self.stop(path, Status::Stopped(reason)),
            Interrupt::Assumed => self.stop(path, Status::Assumed),
            Interrupt::Unsupported(place, what) => {
                let at = match self.ready.location_text(place) {
                    Some(text) => format!(" at {text}"),
                    None => String::new(),
                };
                self.gap(path.state.guard, format!("{what} is not supported{at}"));
            }
            Interrupt::Limit(reason) => self.gap(path.state.guard, reason),
            // The symbolic host tells failures by itself.
            Interrupt::Failed(failure) => self.gap(path.state.guard, failure.message),
        }
    }

    pub fn gap(&mut self, guard: PathCondition, reason: String) {
        self.record.gaps.push(Gap { guard, reason });
    }

    /// The path under a further condition, if that can be.
    pub fn under(&mut self, path: &Path, condition: Term) -> Option<Path> {
        let guard = path.state.guard.and(self.terms, condition);
        if !self.decide.feasible(self.terms, &guard) {
            return None;
        }
        let mut path = path.clone();
        path.state.guard = guard;
        Some(path)
    }

    fn branch(&mut self, mut path: Path, condition: Term) {
        let known = self.terms.known(condition);
        self.on_branch(&mut path, known.is_some());
        if let Some(known) = known {
            return self.follow(path, usize::from(!known.is_true()));
        }
        let not = self.terms.not(condition);
        match (self.under(&path, condition), self.under(&path, not)) {
            (Some(then), Some(otherwise)) => {
                self.follow(otherwise, 1);
                self.follow(then, 0);
            }
            // What is the only possibility need not be said.
            (Some(_), None) => self.follow(path, 0),
            (None, Some(_)) => self.follow(path, 1),
            (None, None) => {}
        }
    }

    fn switch(&mut self, mut path: Path, value: Term) {
        let known = self.terms.known(value);
        self.on_branch(&mut path, known.is_some());
        if let Some(known) = known {
            let edge = control::switch_edge(self.ready, path.frame.place(), known);
            return self.follow(path, edge);
        }
        let block = &self.ready.program.functions[path.frame.function].blocks[path.frame.block];
        let Terminator::Switch { cases, .. } = &block.terminator else {
            return self.follow(path, 0);
        };
        let mut none = self.terms.boolean(true);
        let mut paths = Vec::new();
        for (edge, (case, _)) in cases.iter().enumerate() {
            let case = self.terms.constant(*case);
            let equal = self.terms.equal(value, case);
            let here = self.terms.and(none, equal);
            paths.extend(self.under(&path, here).map(|path| (path, edge)));
            let different = self.terms.not(equal);
            none = self.terms.and(none, different);
        }
        paths.extend(self.under(&path, none).map(|path| (path, cases.len())));
        for (path, edge) in paths.into_iter().rev() {
            self.follow(path, edge);
        }
    }

    /// The step is over: the thread rests where it stands.
    pub fn rest(&mut self, path: Path) {
        let (created, by_itself) = (path.created.clone(), path.by_itself);
        let number = path.thread;
        let (mut state, thread, mut counters) = path.rested(self.ready);
        if !self.options.unwind.is_bounded() {
            counters.iter_mut().for_each(Vec::clear);
        }
        state.put_thread(number, SymbolicThread { thread, counters });
        self.end(state, created, by_itself);
    }

    fn end(&mut self, state: State, created: Vec<ThreadNumber>, by_itself: bool) {
        if self.options.merge {
            let control = state.control();
            for known in &mut self.done {
                if known.by_itself == by_itself
                    && known.created == created
                    && known.state.control() == control
                    && let Some(merged) = State::merge(self.terms, &known.state, &state)
                {
                    known.state = merged;
                    return;
                }
            }
        }
        self.done.push(Done { state, by_itself, created });
    }

    /// The thread goes no further. Inside an atomic section that means that the
    /// section does not happen: no other thread may see half of it.
    fn stop(&mut self, path: Path, status: Status) {
        if path.pace.section.is_inside() {
            let guard = path.state.guard.clone();
            self.on_refusal(&path, guard.clone(), Refusal::Undone);
            self.record.ends.push(End::Infeasible { guard });
            return;
        }
        self.end_path(path, status);
    }

    fn end_path(&mut self, path: Path, status: Status) {
        let Path { mut state, working: mut thread, created, by_itself, .. } = path;
        thread.end(status);
        state.put_thread(path.thread, SymbolicThread { thread, counters: Vec::new() });
        self.end(state, created, by_itself);
    }

    fn wait(&mut self, mut path: Path, kind: AwaitKind, condition: Term, holder: Option<Term>) {
        let place = path.frame.place();
        match kind {
            AwaitKind::Plain => {
                let not = self.terms.not(condition);
                if let Some(blocked) = self.under(&path, not) {
                    let guard = blocked.state.guard.clone();
                    self.on_refusal(
                        &blocked,
                        guard.clone(),
                        Refusal::Waits { holder, goes_on: None },
                    );
                    self.record.ends.push(End::Blocked { guard, place, holder });
                }
                let Some(mut passed) = self.under(&path, condition) else { return };
                let truth = self.terms.boolean(true);
                passed.frame.complete(self.ready, &[Some(truth)]);
                self.push(passed);
            }
            AwaitKind::Spurious => {
                let not = self.terms.not(condition);
                if let Some(mut woken) = self.under(&path, not) {
                    self.on_spurious_wakeup(&mut woken, holder);
                    let never = self.terms.boolean(false);
                    woken.frame.complete(self.ready, &[Some(never)]);
                    self.push(woken);
                }
                let Some(mut passed) = self.under(&path, condition) else { return };
                let truth = self.terms.boolean(true);
                passed.frame.complete(self.ready, &[Some(truth)]);
                self.push(passed);
            }
            AwaitKind::Timed => {
                path.frame.complete(self.ready, &[Some(condition)]);
                self.push(path);
            }
        }
    }

    fn end_section(&mut self, mut path: Path) {
        let left = path.pace.section.leave(path.frame.place()).and_then(|is_over| match is_over {
            true => self.with_host(&mut path, |host, terms| host.flush(terms)).0,
            false => Ok(()),
        });
        if let Err(interrupt) = left {
            return self.interrupted(path, interrupt);
        }
        path.frame.complete(self.ready, &[]);
        self.push(path);
    }

    pub fn end_thread(&mut self, mut path: Path) {
        let place = path.frame.place();
        if let Err(interrupt) = path.pace.section.end_thread(place) {
            return self.interrupted(path, interrupt);
        }
        let has_callers = !path.working.frames.is_empty();
        if control::ends_process(self.ready, path.thread, has_callers, place) {
            return self.stop(path, Status::Stopped(StopReason::Exit));
        }
        self.end_objects(&mut path);
        for frame in std::mem::take(&mut path.working.frames) {
            self.end_all(&mut path, &frame.objects);
        }
        let locals = std::mem::take(&mut path.locals);
        let objects: Vec<u32> = locals.into_iter().map(|(_, object)| object).collect();
        self.end_all(&mut path, &objects);
        self.end_path(path, Status::Finished);
    }
}
