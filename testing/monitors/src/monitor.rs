//! Follows runs, step by step forwards and backwards, and compares them with what is claimed.

use raddle_ir::{CheckKind, Instruction};
use raddle_modular::kinds::KindSet;
use raddle_modular::races::may_race;
use raddle_modular::span::Span;
use raddle_modular::tables::Touched;
use raddle_passes::Place;
use raddle_reference::Watcher;
use raddle_semantics::machine::ObjectKind;
use raddle_semantics::race::{Touch, TouchKind};
use raddle_semantics::{Event, Machine, ThreadNumber, control};
use raddle_terms::Bits;

use crate::Outcome;
use crate::claims::{Bytes, Claims};
use crate::run::{Birth, Made, Run, Who};

pub struct Monitor<'a> {
    claims: &'a Claims<'a>,
    levels: Vec<Level>,
    outcome: Outcome,
}

/// A state of a run.
struct Level {
    run: Run,
    /// What threads can do next, as far as it was tried.
    next: Vec<Next>,
}

/// The accesses of a step that a thread can take next.
#[derive(Clone, Debug, Default)]
struct Next {
    who: Who,
    /// Those that are written down of the first access.
    first: Vec<Touched>,
    /// Those that can race, with what is written down of each.
    touches: Vec<(Touch, Vec<Touched>)>,
    /// What is written down is not all.
    is_open: bool,
}

/// How the name of the library's function begins in which a thread says that it ends.
const FINISH: &str = "__raddle_local_finish";

/// A claim that is not true.
type Checked = Result<(), String>;

impl<'a> Monitor<'a> {
    pub fn new(claims: &'a Claims<'a>) -> Monitor<'a> {
        let level = Level { run: Run::new(), next: Vec::new() };
        Monitor { claims, levels: vec![level], outcome: Outcome::default() }
    }

    pub fn outcome(self) -> Outcome {
        self.outcome
    }

    pub fn is_refuted(&self) -> bool {
        self.outcome.refuted.is_some()
    }

    fn forwards_checked(&mut self, machine: &Machine<'_>, events: &[Event]) -> Checked {
        let Some(level) = self.levels.last() else { return Ok(()) };
        let before = level.run.clone();
        let mut step = Step {
            claims: self.claims,
            machine,
            run: before,
            next: Next::default(),
            filled: None,
            written: Vec::new(),
        };
        let checked = step.all(events);
        let (run, next) = (step.run, step.next);
        let is_over = run.is_over;
        self.levels.push(Level { run, next: Vec::new() });
        if is_over {
            return Ok(());
        }
        checked?;
        let level = self.levels.len() - 2;
        for other in self.levels[level].next.iter().filter(|other| other.who != next.who) {
            next.beside(other, self.claims)?;
        }
        self.levels[level].next.push(next);
        Ok(())
    }
}

impl Watcher for Monitor<'_> {
    fn forwards(&mut self, machine: &Machine<'_>, events: &[Event]) {
        let is_over = self.levels.last().is_some_and(|level| level.run.is_over);
        if is_over || self.is_refuted() {
            let run = Run { is_over: true, ..Run::new() };
            self.levels.push(Level { run, next: Vec::new() });
            return;
        }
        self.outcome.steps += 1;
        let depth = self.levels.len();
        if let Err(what) = self.forwards_checked(machine, events) {
            self.outcome.refuted = Some(what);
        }
        debug_assert_eq!(self.levels.len(), depth + 1);
    }

    fn back(&mut self) {
        self.levels.pop();
    }
}

impl Next {
    /// Both can come next.
    fn beside(&self, other: &Next, claims: &Claims<'_>) -> Checked {
        let tables = claims.tables;
        let apart = |one: &Touched, other: &Touched| {
            !tables.kinds.may_be_parallel(&one.by, &other.by) || one.held.meets(other.held)
        };
        let first = |one: &Touched| other.first.iter().all(|two| apart(one, two));
        if !self.first.is_empty() && !other.first.is_empty() && self.first.iter().all(first) {
            return Err(format!(
                "said to be never parallel: {:?} and {:?}",
                self.first, other.first
            ));
        }
        if self.is_open || other.is_open || !tables.selected.contains(CheckKind::Race) {
            return Ok(());
        }
        for (touch, covers) in &self.touches {
            for (beside, others) in other.touches.iter().filter(|(it, _)| touch.races_with(it)) {
                let explained =
                    covers.iter().any(|one| others.iter().any(|two| may_race(tables, one, two)));
                if !explained {
                    return Err(format!("said not to race: {touch:?} and {beside:?}"));
                }
            }
        }
        Ok(())
    }
}

/// A step that is gone through.
struct Step<'s> {
    claims: &'s Claims<'s>,
    machine: &'s Machine<'s>,
    run: Run,
    next: Next,
    /// What was never written has just been given a value for a read at this place.
    filled: Option<Place>,
    /// What was written last where, by whom, so that others can see it.
    written: Vec<(Who, Bytes, Bits)>,
}

impl Step<'_> {
    fn all(&mut self, events: &[Event]) -> Checked {
        if let Some(event) = events.first() {
            self.next.who = self.run.who(event.thread());
        }
        for event in events {
            self.event(event)?;
            if self.run.is_over {
                return Ok(());
            }
        }
        self.published()?;
        let number = events.first().map_or(0, Event::thread);
        match self.machine.place(number) {
            Some(place) => self.reaches(self.run.who(number), place),
            None => Ok(()),
        }
    }

    fn event(&mut self, event: &Event) -> Checked {
        let (who, place) = (self.run.who(event.thread()), event.place());
        let filled = self.filled.take();
        self.reaches(who, place)?;
        match event {
            Event::Call { .. } => self.run.threads[who].calls.push(place),
            Event::Return { .. } => drop(self.run.threads[who].calls.pop()),
            Event::Spawn { child, .. } => return self.spawn(who, place, *child),
            Event::Exit { .. } => self.run.threads[who].has_ended = true,
            Event::Allocate { object, .. } => return self.make(who, place, *object),
            Event::Nondet { .. } => self.filled = Some(place),
            Event::Read { address, width, value, .. } => {
                let bytes = self.bytes(*address, *width);
                self.access(who, event, bytes, (false, false))?;
                return self.read(who, place, *value, filled == Some(place));
            }
            Event::Write { address, width, value, .. } => {
                let bytes = self.bytes(*address, *width);
                self.access(who, event, bytes, (true, false))?;
                let name = &self.claims.tables.ready.program.functions[place.function].name;
                self.run.threads[who].has_ended |= name.starts_with(FINISH);
                return self.write(who, place, bytes, *value);
            }
            Event::Free { object, bytes, .. } => {
                let bytes = Bytes { object: *object, offset: 0, count: *bytes };
                return self.access(who, event, bytes, (true, true));
            }
            Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Wait { .. }
            | Event::Fence { .. }
            | Event::Section { .. }
            | Event::Output { .. }
            | Event::Failed { .. } => {}
        }
        Ok(())
    }

    fn text(&self, who: Who, place: Place) -> String {
        let ready = self.claims.tables.ready;
        let user = self.user_place(who, place);
        let at = ready.location_text(user).unwrap_or_default();
        let name = &ready.program.functions[place.function].name;
        let kinds: Vec<usize> = self.run.threads[who].kinds.iter().collect();
        format!("at {at} ({name} {place:?}) by a thread of kinds {kinds:?}")
    }

    fn user_place(&self, who: Who, place: Place) -> Place {
        let ready = self.claims.tables.ready;
        let mut caller = None;
        for call in &self.run.threads[who].calls {
            control::note_caller(ready, *call, &mut caller);
        }
        control::user_place(ready, place, caller)
    }

    fn reaches(&self, who: Who, place: Place) -> Checked {
        let kinds = self.run.threads[who].kinds;
        match self.claims.is_reached(kinds, place.function, place.block) {
            true => Ok(()),
            false => Err(format!("said to be never reached {}", self.text(who, place))),
        }
    }

    fn spawn(&mut self, who: Who, place: Place, child: ThreadNumber) -> Checked {
        let path = self.run.threads[who].path(place);
        let kinds = self.claims.kinds_created(self.run.threads[who].kinds, &path);
        if kinds.is_empty() {
            return Err(format!("no kind of threads is created {}", self.text(who, place)));
        }
        self.run.spawn(who, child, kinds);
        Ok(())
    }

    fn make(&mut self, maker: Who, place: Place, object: u32) -> Checked {
        let kind = self.machine.memory.object(object).map(|object| object.kind);
        let how = match kind {
            Some(ObjectKind::ThreadLocal(global, _)) => Made::ThreadLocal(global),
            Some(ObjectKind::Global(_) | ObjectKind::Stack(..) | ObjectKind::Heap(..)) | None => {
                Made::At(self.run.threads[maker].path(place))
            }
        };
        let birth = Birth { maker, how };
        let is_known = self.claims.knows(&birth);
        self.run.objects.insert(object, birth.into());
        match is_known {
            true => Ok(()),
            false => Err(format!("no object is made {}", self.text(maker, place))),
        }
    }

    fn bytes(&self, address: Bits, width: u16) -> Bytes {
        let (object, offset) = self.claims.tables.ready.layout.split(address);
        Bytes { object, offset, count: u64::from(width.div_ceil(8)) }
    }

    // ---- accesses ----

    fn access(
        &mut self,
        who: Who,
        event: &Event,
        bytes: Bytes,
        (write, frees): (bool, bool),
    ) -> Checked {
        let place = event.place();
        let touch = Touch::of(self.claims.tables.ready, event);
        if self.claims.is_anywhere(self.run.threads[who].kinds, place) {
            self.next.is_open |= who == self.next.who;
            return Ok(());
        }
        let does = |kind: TouchKind| (kind.write, kind.frees) == (write, frees);
        let shared = |kind: TouchKind| touch.is_none_or(|touch| touch.kind() == kind);
        let covers: Vec<Touched> = self
            .claims
            .at(place)
            .filter(|touched| does(touched.kind) && shared(touched.kind))
            .filter(|touched| self.claims.covers(&self.run, who, touched, bytes))
            .copied()
            .collect();
        if covers.is_empty() {
            let all: Vec<&Touched> = self.claims.at(place).collect();
            let thread = &self.run.threads[who];
            let what = format!("{bytes:?} {write} {touch:?}, {thread:?}, not of {all:?}");
            return Err(format!("not among the accesses {}: {what}", self.text(who, place)));
        }
        self.narrow(who, covers.iter().fold(KindSet::EMPTY, |all, each| all.with(each.by.kind)));
        if who == self.next.who {
            if self.next.first.is_empty() {
                self.next.first.clone_from(&covers);
            }
            self.next.touches.extend(touch.map(|touch| (touch, covers)));
        }
        Ok(())
    }

    fn narrow(&mut self, who: Who, kinds: KindSet) {
        let thread = &mut self.run.threads[who];
        thread.kinds = thread.kinds.intersection(kinds);
    }

    fn instruction(&self, place: Place) -> Option<&Instruction> {
        place.instruction(&self.claims.tables.ready.program)
    }

    fn read(&mut self, who: Who, place: Place, value: Bits, filled: bool) -> Checked {
        let kinds = self.run.threads[who].kinds;
        // What is copied may never have been written.
        let copies = matches!(self.instruction(place), Some(Instruction::Copy { .. }));
        if copies || self.claims.is_anywhere(kinds, place) {
            return Ok(());
        }
        let allowed = self.claims.may_read(&self.run, kinds, place, value);
        if !allowed.is_empty() {
            self.narrow(who, allowed);
            return Ok(());
        }
        if filled && self.claims.is_doubtful(self.user_place(who, place)) {
            self.run.is_over = true;
            return Ok(());
        }
        let ranges = self.claims.ranges(kinds, place);
        Err(format!("read {value:?} {}, out of {ranges}", self.text(who, place)))
    }

    fn write(&mut self, who: Who, place: Place, bytes: Bytes, value: Option<Bits>) -> Checked {
        let kinds = self.run.threads[who].kinds;
        if let Some(value) = value {
            let allowed = self.claims.may_write(&self.run, kinds, place, value);
            if allowed.is_empty() {
                let ranges = self.claims.ranges(kinds, place);
                return Err(format!("wrote {value:?} {}, out of {ranges}", self.text(who, place)));
            }
            self.narrow(who, allowed);
        }
        self.lock(who, place, bytes, value)?;
        let (start, end) = (bytes.offset, bytes.offset + bytes.count as i64);
        self.written.retain(|(_, other, _)| {
            other.object != bytes.object
                || other.offset >= end
                || start >= other.offset + other.count as i64
        });
        if let Some(value) = value.filter(|_| !self.run.is_alone(who)) {
            self.written.push((who, bytes, value));
        }
        Ok(())
    }

    /// A write that may concern a lock.
    fn lock(&mut self, who: Who, place: Place, bytes: Bytes, value: Option<Bits>) -> Checked {
        let classes = self.claims.classes(&self.run, bytes.object);
        for (lock, (object, at)) in self.claims.tables.locks.list.iter().enumerate() {
            let size = self.claims.tables.locks.bytes((*object, *at));
            let start = u64::try_from(bytes.offset).unwrap_or(0);
            let touched = Span::at(start, bytes.count).overlaps(&Span::at(*at, size));
            if !classes.contains(object) || !touched || !self.claims.is_followed(lock) {
                continue;
            }
            let exact = start == *at && bytes.count == size;
            let old = self.run.locks.get(&lock).copied();
            let old_value = match old {
                Some(old) => old.value,
                None => self.initial(bytes),
            };
            let new = value.filter(|_| exact).map(Bits::unsigned);
            let owner = old.and_then(|old| old.owner);
            let owner = match (old_value, new) {
                (Some(1..), Some(0)) if owner != Some(who) && !self.run.is_alone(who) => {
                    let text = self.text(who, place);
                    return Err(format!("a lock is given back by who does not have it {text}"));
                }
                (_, Some(0) | None) => None,
                (Some(0) | None, Some(_)) => Some(who),
                (Some(_), Some(_)) => owner,
            };
            self.run.locks.insert(lock, crate::run::Lock { owner, value: new });
        }
        Ok(())
    }

    /// What a variable holds before the first write to it.
    fn initial(&self, bytes: Bytes) -> Option<u128> {
        let ready = self.claims.tables.ready;
        let global = ready.layout.object_global(bytes.object)?;
        let offset = u64::try_from(bytes.offset).ok()?;
        let range = raddle_modular::objects::initial_value(ready, global, offset, bytes.count);
        range.known().map(Bits::unsigned)
    }

    /// What others can see must be published. To whom made an object it may still be fresh.
    fn published(&self) -> Checked {
        let tables = self.claims.tables;
        for (who, bytes, value) in &self.written {
            let classes = self.claims.classes(&self.run, bytes.object);
            if classes.iter().all(|class| tables.objects.get(*class).private) {
                continue;
            }
            if self.run.objects.get(&bytes.object).is_some_and(|birth| birth.maker == *who) {
                continue;
            }
            let kinds = self.run.threads[*who].kinds;
            let span = Span::at(u64::try_from(bytes.offset).unwrap_or(0), bytes.count);
            let is_published = classes.iter().any(|class| {
                tables.sharing.of_object(*class).iter().any(|each| {
                    kinds.contains(each.by.kind)
                        && each.span.overlaps(&span)
                        && (!each.span.same_elements(&span)
                            || self.claims.contains(&self.run, &each.range, *value))
                })
            });
            if !is_published {
                return Err(format!("not published: {value:?} in {bytes:?}, kinds {kinds:?}"));
            }
        }
        Ok(())
    }
}
