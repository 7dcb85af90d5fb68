//! Calls and the starting of threads, through pointers too: the path goes on for
//! each function that may be meant.

use std::rc::Rc;

use raddle_ir::FunctionId;
use raddle_passes::{Place, Ready};
use raddle_terms::{Bits, Term, TermStore};

use super::path::Path;
use super::record::Cut;
use super::step::Run;
use crate::control::{self, function_at};
use crate::frame::Frame;
use crate::host::Host;
use crate::machine::{Resting, Thread};
use crate::run::Target;
use crate::symbolic::isolated::events::Spawned;
use crate::symbolic::isolated::loop_counts::LoopCounts;
use crate::symbolic::memory::address::{Case, cases, written_cases};
use crate::symbolic::state::SymbolicThread;

impl Run<'_> {
    /// The functions that a pointer may point to; the path goes on for each of them.
    pub fn functions(
        &mut self,
        mut path: Path,
        pointer: Term,
        place: Place,
        message: &str,
    ) -> Vec<(Path, FunctionId)> {
        if let Some(known) = self.terms.known(pointer)
            && let Some(function) = function_at(self.ready, known)
        {
            return vec![(path, function)];
        }
        let ready = self.ready;
        let (result, dead) = self.with_host(&mut path, |host, terms| {
            let meant = functions_of(ready, terms, pointer);
            let found = those_pointed_to(ready, terms, pointer, &meant.functions);
            let known = found.iter().fold(terms.boolean(false), |all, (at, _)| terms.or(all, *at));
            let mut right = known;
            if let Some(unwritten) = meant.unwritten {
                let by_chance = any_function(ready, terms, pointer);
                let by_chance = terms.and(unwritten, by_chance);
                right = terms.or(known, by_chance);
            }
            let kind = raddle_ir::CheckKind::Memory;
            host.must_hold(terms, place, kind, right, message)?;
            if meant.unwritten.is_some() {
                let reason = "a pointer that was never written may point to some function";
                host.limit(terms, known, reason)?;
            }
            Ok(found)
        });
        match result {
            Ok(found) if !dead => found
                .into_iter()
                .filter_map(|(here, id)| Some((self.under(&path, here)?, id)))
                .collect(),
            Ok(_) => Vec::new(),
            Err(interrupt) => {
                if !dead {
                    self.interrupted(path, interrupt);
                }
                Vec::new()
            }
        }
    }

    pub fn call(&mut self, path: Path, callee: Target<Term>, arguments: Vec<Option<Term>>) {
        let place = path.frame.place();
        let pointer = match callee {
            Target::Known(function) => return self.enter(path, function, &arguments, place),
            Target::Pointer(pointer) => pointer,
        };
        let message = control::CALLS_NO_FUNCTION;
        for (path, function) in self.functions(path, pointer, place, message) {
            let widths = arguments.iter().map(|value| value.map(|term| self.terms.width(term)));
            match control::fits_call(self.ready, place, function, widths) {
                Ok(()) => self.enter(path, function, &arguments, place),
                Err(misfit) => self.interrupted(path, misfit),
            }
        }
    }

    pub fn enter(
        &mut self,
        mut path: Path,
        id: FunctionId,
        arguments: &[Option<Term>],
        place: Place,
    ) {
        let frames = &path.working.frames;
        let nested = frames.iter().filter(|frame| frame.function == id).count()
            + usize::from(path.frame.function == id);
        if self.options.unwind.all.is_some_and(|most| nested as u64 > u64::from(most)) {
            let guard = path.state.guard;
            self.record.cuts.push(Cut { guard, place, named: false, header: None });
            return;
        }
        let function = match control::called(self.ready, place, id, frames.len()) {
            Ok(function) => function,
            Err(interrupt) => return self.interrupted(path, interrupt),
        };
        control::note_caller(self.ready, place, &mut path.caller);
        path.working.frames.push(Rc::new(Resting::in_call(self.ready, &path.frame)));
        path.counters.push(Vec::new());
        path.loop_counts.push(LoopCounts::default());
        let truth = self.terms.boolean(true);
        path.frame = Frame::enter(id, function, arguments, truth);
        self.push(path);
    }

    pub fn finish_call(&mut self, mut path: Path, values: Vec<Option<Term>>) {
        self.end_objects(&mut path);
        let Some(caller) = path.working.frames.pop() else {
            return self.end_thread(path);
        };
        path.counters.pop();
        path.loop_counts.pop();
        let truth = self.terms.boolean(true);
        path.frame = caller.resume_call(self.ready, truth);
        path.frame.complete(self.ready, &values);
        self.push(path);
    }

    pub fn end_objects(&mut self, path: &mut Path) {
        let objects = std::mem::take(&mut path.frame.objects);
        self.end_all(path, &objects);
    }

    pub fn end_all(&mut self, path: &mut Path, objects: &[u32]) {
        if objects.is_empty() {
            return;
        }
        self.with_host(path, |host, terms| {
            objects.iter().for_each(|object| host.end_object(terms, *object));
        });
    }

    pub fn spawn(&mut self, path: Path, function: Term, argument: Option<Term>) {
        let place = path.frame.place();
        let message = control::STARTS_NO_FUNCTION;
        for (mut path, start) in self.functions(path, function, place, message) {
            let number = control::can_start(self.ready, place, start).and_then(|()| {
                self.with_host(&mut path, |host, terms| host.thread_number(terms)).0
            });
            let number = match number {
                Ok(number) => number,
                Err(interrupt) => {
                    self.interrupted(path, interrupt);
                    continue;
                }
            };
            let truth = self.terms.boolean(true);
            let guard = path.state.guard.clone();
            let thread = Thread::new(self.ready, start, argument, truth);
            let thread = SymbolicThread { thread, counters: vec![Vec::new()] };
            path.state.put_thread(number, thread);
            let action = path.isolation.action;
            self.on_spawn(&mut path, Spawned { action, guard, number, start, argument });
            let result = self.terms.constant(Bits::new(u128::from(number), 32));
            path.frame.complete(self.ready, &[Some(result)]);
            self.push(path);
        }
    }
}

/// What a pointer to a function may mean.
struct Meant {
    functions: Vec<FunctionId>,
    /// When it is memory that was never written: no function is made up for that.
    unwritten: Option<Term>,
}

/// The functions that a term may point to: those that it mentions, or all.
fn functions_of(ready: &Ready, terms: &mut TermStore, pointer: Term) -> Meant {
    let named = |cases: Vec<Case>| {
        cases.into_iter().filter_map(|case| ready.layout.object_function(case.object)).collect()
    };
    if let Some(cases) = cases(terms, &ready.layout, pointer) {
        return Meant { functions: named(cases), unwritten: None };
    }
    match written_cases(terms, &ready.layout, pointer) {
        Some((cases, unwritten)) => Meant { functions: named(cases), unwritten: Some(unwritten) },
        None => Meant { functions: all_functions(ready), unwritten: None },
    }
}

fn all_functions(ready: &Ready) -> Vec<FunctionId> {
    ready.program.functions.iter_enumerated().map(|(id, _)| id).collect()
}

/// Those of the functions that a pointer may point to, and when it does.
fn those_pointed_to(
    ready: &Ready,
    terms: &mut TermStore,
    pointer: Term,
    functions: &[FunctionId],
) -> Vec<(Term, FunctionId)> {
    let mut found = Vec::new();
    for &id in functions {
        let object = ready.layout.function_object(id);
        let address = terms.constant(ready.layout.pointer(object, 0));
        let here = terms.equal(pointer, address);
        if !terms.known(here).is_some_and(|never| never.is_zero()) {
            found.push((here, id));
        }
    }
    found
}

fn any_function(ready: &Ready, terms: &mut TermStore, pointer: Term) -> Term {
    let found = those_pointed_to(ready, terms, pointer, &all_functions(ready));
    found.into_iter().fold(terms.boolean(false), |all, (here, _)| terms.or(all, here))
}
