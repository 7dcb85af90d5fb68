//! From a replayed execution to a script: walks the machine's events, and keeps what the
//! compiled program will notice, too.
//!
//! Both come from the same clang without optimisation, so that an access that the
//! machine calls visible is in the compiled program at the same line and column, in the
//! same order within its thread. Calls into the library are one point however many steps
//! the model takes; what happens inside of them is the native library's own affair.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};

use raddle_frontend::SCRATCH;
use raddle_ir::index::Index;
use raddle_ir::{AllocationKind, CheckKind, FunctionId, Instruction, Location, Origin};
use raddle_passes::{Place, Ready};
use raddle_semantics::{Event, ThreadNumber};
use raddle_terms::Bits;
use raddle_verdict::CallStacks;
use raddle_verdict::Execution;

use crate::script::{
    Actor, Cell, Ending, LibraryCall, LocationNumber, Object, Point, Script, SourceSpot,
    ThreadScript, What,
};
use crate::tables::is_point;

/// The script of an execution, whose threads have these names.
pub fn follow(ready: &Ready, execution: &Execution, thread_names: &[String]) -> Script {
    let mut follower = Follower::new(ready, execution, thread_names);
    for (position, step) in execution.steps.iter().enumerate() {
        follower.step = position;
        for event in &step.events {
            follower.event(event);
        }
    }
    follower.finish(execution)
}

/// What other threads can see at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// All accesses there.
    All,
    /// Only some: it is a macro, say.
    Some,
}

/// The locations of the program's own code at which other threads can see something.
pub type Spots = BTreeMap<SourceSpot, Sight>;

pub fn visible_spots(ready: &Ready) -> Spots {
    let mut seen = BTreeSet::new();
    let mut unseen = BTreeSet::new();
    for (id, function) in ready.program.functions.iter_enumerated() {
        let Some(facts) = ready.functions.get(id).filter(|_| function.origin == Origin::User)
        else {
            continue;
        };
        for (block, visible) in facts.visible.iter_enumerated() {
            for (statement, &is_visible) in visible.iter().enumerate() {
                let place = Place { function: id, block, statement: statement as u32 };
                let location = ready.location(place).filter(|_| is_access(ready, place));
                if let Some(Location { file, line, column }) = location {
                    let spots = if is_visible { &mut seen } else { &mut unseen };
                    spots.insert((file, line, column));
                }
            }
        }
    }
    let spots = seen.iter().map(|&(file, line, column)| {
        let sight = if unseen.contains(&(file, line, column)) { Sight::Some } else { Sight::All };
        let location = Location { file, line, column };
        (SourceSpot { file: path(ready, location), line, column }, sight)
    });
    spots.collect()
}

fn is_access(ready: &Ready, place: Place) -> bool {
    place.instruction(&ready.program).is_some_and(|each| each.accesses().next().is_some())
}

/// Two names of one file are equal here. The file may be missing: preprocessed text names
/// where it came from. Then the folders are looked at that there are.
pub fn full_path(path: &Path) -> String {
    let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let resolved: Option<PathBuf> = full.ancestors().find_map(|part| {
        let missing = full.strip_prefix(part).ok()?;
        Some(part.canonicalize().ok()?.components().chain(missing.components()).collect())
    });
    resolved.unwrap_or_else(|| full.clone()).to_string_lossy().into_owned()
}

fn path(ready: &Ready, location: Location) -> String {
    let file = ready.program.files.get(location.file);
    file.map(|file| full_path(Path::new(&file.path))).unwrap_or_default()
}

/// A library call that a thread is in.
struct Open {
    /// How many frames were below it.
    depth: usize,
    point: usize,
    /// The step of its last turn.
    turned: Option<usize>,
}

struct Follower<'p> {
    ready: &'p Ready,
    names: &'p [String],
    stacks: CallStacks,
    threads: Vec<ThreadScript>,
    open: Vec<Vec<Open>>,
    /// The thread that has that number now.
    actors: BTreeMap<ThreadNumber, Actor>,
    /// Places that read something uninitialised somewhere in the trace.
    filled: BTreeSet<Place>,
    made: BTreeMap<u32, Made>,
    spots: HashMap<Location, LocationNumber>,
    locations: Vec<SourceSpot>,
    turns: usize,
    step: usize,
    fill_next: bool,
    last_access: Option<(Actor, usize)>,
    accesses: Vec<Access>,
}

/// An access on the way, to find the two that race.
struct Access {
    actor: Actor,
    point: usize,
    bytes: Range<u64>,
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// Of so many bytes.
    Heap(u64),
    Stack,
    /// By way of it blocks are copied.
    Scratch,
    Otherwise,
}

/// The addresses of an access.
fn bytes_at(address: Bits, width: u16) -> Range<u64> {
    let start = address.low64();
    start..start.saturating_add(u64::from(width.div_ceil(8)))
}

impl<'p> Follower<'p> {
    fn new(ready: &'p Ready, execution: &Execution, names: &'p [String]) -> Follower<'p> {
        let stacks = CallStacks::of_program(&ready.program);
        let main = ThreadScript { name: "main".to_owned(), ..ThreadScript::default() };
        Follower {
            ready,
            names,
            stacks,
            threads: vec![main],
            open: vec![Vec::new()],
            actors: BTreeMap::from([(0, 0)]),
            filled: filled_places(ready, execution),
            made: BTreeMap::new(),
            spots: HashMap::new(),
            locations: Vec::new(),
            turns: 0,
            step: 0,
            fill_next: false,
            last_access: None,
            accesses: Vec::new(),
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Read { thread, place, address, width, value, .. } => {
                self.access(*thread, *place, *address, *width, Some(*value), false)
            }
            Event::Write { thread, place, address, width, value, .. } => {
                self.access(*thread, *place, *address, *width, *value, true)
            }
            Event::Nondet { thread, place, value } => self.input(*thread, *place, *value),
            Event::Call { thread, place, function, arguments } => {
                self.call(*thread, *place, *function);
                let program = &self.ready.program;
                self.stacks.call(program, *thread, *place, *function, arguments.clone());
            }
            Event::Return { thread, values, .. } => {
                self.stacks.pop(*thread);
                self.returns(*thread, values.first().copied().flatten());
            }
            Event::Spawn { thread, place, child, function } => {
                self.turn_of_call(*thread, *place);
                self.spawn(*thread, *child, *function);
            }
            Event::Wait { thread, place, by_itself } => {
                self.turn_of_call(*thread, *place);
                if let Some(call) = self.innermost_call(*thread) {
                    call.by_itself |= *by_itself;
                }
            }
            Event::Exit { thread, .. } => {
                if let Some(call) = self.innermost_call(*thread) {
                    call.ends_thread = true;
                }
            }
            Event::Allocate { place, object, size, .. } => self.allocate(*place, *object, *size),
            Event::Free { thread, place, object, .. } => self.free(*thread, *place, *object),
            Event::Stop { .. }
            | Event::Assumed { .. }
            | Event::Fence { .. }
            | Event::Section { .. }
            | Event::Output { .. }
            | Event::Failed { .. } => {}
        }
    }

    fn actor(&self, thread: ThreadNumber) -> Actor {
        self.actors.get(&thread).copied().unwrap_or(0)
    }

    fn spot(&mut self, place: Place) -> LocationNumber {
        let unknown = Location { file: Index::new(0), line: 0, column: 0 };
        let location = self.ready.location(place).unwrap_or(unknown);
        self.spot_of(location)
    }

    fn spot_of(&mut self, location: Location) -> LocationNumber {
        let next = self.locations.len();
        let number = *self.spots.entry(location).or_insert(next);
        if number == next {
            let file = path(self.ready, location);
            self.locations.push(SourceSpot { file, line: location.line, column: location.column });
        }
        number
    }

    /// Numbers of objects are used again.
    fn allocate(&mut self, place: Place, object: u32, bytes: u64) {
        let made = match place.instruction(&self.ready.program) {
            Some(Instruction::Allocate { kind: AllocationKind::Heap, .. }) => Made::Heap(bytes),
            Some(_) if is_scratch(self.ready, place) => Made::Scratch,
            Some(Instruction::Allocate { .. } | Instruction::VariadicArea { .. }) => Made::Stack,
            Some(_) | None => Made::Otherwise,
        };
        self.made.insert(object, made);
    }

    /// Others notice that memory is gone: that has its turn.
    fn free(&mut self, thread: ThreadNumber, place: Place, object: u32) {
        if !is_visible(self.ready, place) {
            return;
        }
        self.turn_of_call(thread, place);
        if let Some(Made::Heap(bytes)) = self.made.get(&object) {
            let start = self.ready.layout.pointer(object, 0).low64();
            self.note(self.actor(thread), start..start.saturating_add(*bytes));
        }
    }

    fn next_turn(&mut self) -> usize {
        self.turns += 1;
        self.turns - 1
    }

    fn access(
        &mut self,
        thread: ThreadNumber,
        place: Place,
        address: Bits,
        width: u16,
        value: Option<Bits>,
        writes: bool,
    ) {
        let fill = std::mem::take(&mut self.fill_next);
        let visible = is_visible(self.ready, place);
        let at = self.stacks.attribute(thread, place);
        let actor = self.actor(thread);
        if at.call.is_some() {
            if visible {
                self.turn_of_call(thread, place);
                self.note(actor, bytes_at(address, width));
            }
            return;
        }
        if at.place.is_none() || !(visible || self.filled.contains(&place)) {
            return;
        }
        let (object, offset) = self.ready.layout.split(address);
        // Only our machine has it: natively a copy goes straight to where it is going.
        if self.made.get(&object) == Some(&Made::Scratch) {
            return;
        }
        let turns = if visible { vec![self.next_turn()] } else { Vec::new() };
        let cell = Cell {
            object: self.object(object),
            offset,
            bytes: width.div_ceil(8),
            value: value.filter(|value| value.width() <= 64).map(Bits::low64),
            fill,
        };
        let what = if writes { What::Write(cell) } else { What::Read(cell) };
        let location = self.spot(place);
        let point = Point { what, location, turns, step: self.step, races: false };
        self.threads[actor].points.push(point);
        self.note(actor, bytes_at(address, width));
    }

    /// Thread-local variables are many objects: they are not found by their name.
    fn object(&self, object: u32) -> Object {
        let global = self.ready.layout.object_global(object);
        match global.and_then(|id| self.ready.program.globals.get(id)) {
            Some(global) if global.thread_local => Object::Elsewhere,
            Some(global) => Object::Global(global.name.clone()),
            None if self.made.get(&object) == Some(&Made::Stack) => Object::Stack,
            None => Object::Elsewhere,
        }
    }

    /// Remembers the access that was made last.
    fn note(&mut self, actor: Actor, bytes: Range<u64>) {
        let in_call = self.open[actor].last().map(|open| open.point);
        let last = self.threads[actor].points.len().saturating_sub(1);
        let point = in_call.unwrap_or(last);
        self.last_access = Some((actor, point));
        self.accesses.push(Access { actor, point, bytes });
    }

    fn input(&mut self, thread: ThreadNumber, place: Place, value: Bits) {
        let at = self.stacks.attribute(thread, place);
        match place.instruction(&self.ready.program) {
            Some(Instruction::Nondet { .. }) if at.call.is_none() => {
                let location = self.spot(place);
                let what = What::Input { bits: value.low64(), width: value.width() };
                let point =
                    Point { what, location, turns: Vec::new(), step: self.step, races: false };
                let actor = self.actor(thread);
                self.threads[actor].points.push(point);
            }
            Some(Instruction::Load { .. }) if at.call.is_none() => self.fill_next = true,
            Some(_) | None => {}
        }
    }

    /// A call from the program's own code into the library is a point.
    fn call(&mut self, thread: ThreadNumber, place: Place, function: FunctionId) {
        let at = self.stacks.attribute(thread, place);
        let depth = self.stacks.frames(thread).len();
        let actor = self.actor(thread);
        let Some(callee) = self.ready.program.functions.get(function) else {
            return;
        };
        match callee.origin {
            Origin::User => {
                if let Some(call) = self.innermost_call(thread) {
                    call.calls_back = true;
                }
            }
            Origin::Library if at.call.is_none() && at.place.is_some() => {
                let function = callee.name.clone();
                let location = self.spot(place);
                let call = LibraryCall { function, ..LibraryCall::default() };
                self.open[actor].push(Open {
                    depth,
                    point: self.threads[actor].points.len(),
                    turned: None,
                });
                self.threads[actor].points.push(Point {
                    what: What::Call(call),
                    location,
                    turns: Vec::new(),
                    step: self.step,
                    races: false,
                });
            }
            Origin::Library => {}
        }
    }

    fn innermost_call(&mut self, thread: ThreadNumber) -> Option<&mut LibraryCall> {
        let actor = self.actor(thread);
        let open = self.open[actor].last()?;
        match &mut self.threads[actor].points.get_mut(open.point)?.what {
            What::Call(call) => Some(call),
            What::Read(_) | What::Write(_) | What::Input { .. } => None,
        }
    }

    /// After a frame was left: was it that of the innermost open call?
    fn returns(&mut self, thread: ThreadNumber, value: Option<Bits>) {
        let depth = self.stacks.frames(thread).len();
        let actor = self.actor(thread);
        if self.open[actor].last().is_none_or(|open| open.depth != depth) {
            return;
        }
        if let Some(call) = self.innermost_call(thread) {
            call.returns = true;
            call.result = value.filter(|value| value.width() <= 64).map(Bits::low64);
        }
        self.open[actor].pop();
    }

    /// The library call that the event is in does something visible in this step.
    fn turn_of_call(&mut self, thread: ThreadNumber, place: Place) {
        let at = self.stacks.attribute(thread, place);
        let actor = self.actor(thread);
        let step = self.step;
        if at.call.is_none() {
            return;
        }
        let Some(open) = self.open[actor].last_mut().filter(|open| open.turned != Some(step))
        else {
            return;
        };
        open.turned = Some(step);
        let point = open.point;
        let turn = self.next_turn();
        if let Some(point) = self.threads[actor].points.get_mut(point) {
            point.turns.push(turn);
        }
    }

    fn spawn(&mut self, thread: ThreadNumber, child: ThreadNumber, function: FunctionId) {
        self.stacks.start(&self.ready.program, child, function);
        let actor = self.threads.len();
        let name = self.names.get(child as usize).cloned();
        let name = name.unwrap_or_else(|| format!("thread {actor}"));
        self.threads.push(ThreadScript { name, ..ThreadScript::default() });
        self.open.push(Vec::new());
        self.actors.insert(child, actor);
        if let Some(call) = self.innermost_call(thread) {
            call.creates = Some(actor);
        }
    }

    fn finish(mut self, execution: &Execution) -> Script {
        let violation = &execution.violation;
        let waiting: Vec<_> =
            execution.waiting.iter().map(|each| (each.thread, each.place)).collect();
        let waiting = waiting
            .into_iter()
            .map(|(thread, place)| {
                let place = self.stacks.attribute(thread, place).place;
                (self.actor(thread), place.map(|place| self.spot(place)))
            })
            .collect();
        let mut ending = Ending {
            kind: violation.kind,
            message: violation.message.clone(),
            actor: self.actor(violation.thread),
            location: violation.location.map(|location| self.spot_of(location)),
            waiting,
            first_goes_on: false,
        };
        if violation.kind == CheckKind::Race {
            ending.first_goes_on = self.mark_race(execution);
        }
        for thread in &mut self.threads {
            thread.points.retain(|point| is_noticed(&point.what));
        }
        Script { threads: self.threads, turns: self.turns, locations: self.locations, ending }
    }

    /// The last access of all races with an earlier one: that thread goes no further
    /// than to that access. Whether it does so in the trace.
    fn mark_race(&mut self, execution: &Execution) -> bool {
        let (Some((second, point)), Some((raced, width))) = (self.last_access, execution.raced)
        else {
            return false;
        };
        let other = execution.violation.other.map(|(thread, _)| self.actor(thread));
        let raced = bytes_at(raced, width);
        let overlaps =
            |access: &Access| access.bytes.start < raced.end && raced.start < access.bytes.end;
        let first = self.accesses.iter().rev().find(|access| {
            access.actor != second && other.is_none_or(|it| it == access.actor) && overlaps(access)
        });
        let Some(&Access { actor, point: first, .. }) = first else {
            return false;
        };
        self.threads[second].points[point].races = true;
        self.threads[second].points.truncate(point + 1);
        self.threads[actor].points[first].races = true;
        let rest = &self.threads[actor].points[first + 1..];
        let goes_on = rest.iter().any(|point| is_noticed(&point.what));
        self.threads[actor].points.truncate(first + 1);
        goes_on
    }
}

/// Of the library's functions, those that the runtime stands in for.
fn is_noticed(what: &What) -> bool {
    match what {
        What::Read(_) | What::Write(_) | What::Input { .. } => true,
        What::Call(call) => is_point(&call.function),
    }
}

/// Whether other threads can notice what happens there.
pub fn is_visible(ready: &Ready, place: Place) -> bool {
    let facts = ready.functions.get(place.function);
    let block = facts.and_then(|facts| facts.visible.get(place.block));
    block.and_then(|block| block.get(place.statement as usize)).copied().unwrap_or(false)
}

/// Whether this makes the object by way of which a function copies blocks.
fn is_scratch(ready: &Ready, place: Place) -> bool {
    let Some(Instruction::Allocate { result, name: None, .. }) = place.instruction(&ready.program)
    else {
        return false;
    };
    let function = ready.program.functions.get(place.function);
    let register = function.and_then(|function| function.registers.get(*result));
    register.is_some_and(|register| register.name.as_deref() == Some(SCRATCH))
}

fn filled_places(ready: &Ready, execution: &Execution) -> BTreeSet<Place> {
    let events = execution.steps.iter().flat_map(|step| &step.events);
    let places = events.filter_map(|event| {
        if let Event::Nondet { place, .. } = event { Some(*place) } else { None }
    });
    places
        .filter(|&place| {
            matches!(place.instruction(&ready.program), Some(Instruction::Load { .. }))
        })
        .collect()
}
