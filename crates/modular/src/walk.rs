//! All ways of a kind of threads through its code, until nothing new comes.
//!
//! States are kept where ways meet, apart for each path of calls, for each set of held
//! locks, and for the iterations of loops that are counted: that a test of the loop's condition
//! decides alone. They are taken in the order of the code, so that loops are settled before
//! what follows them.

use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_ir::index::Index;
use raddle_ir::{AwaitKind, FunctionId, Terminator};
use raddle_passes::Place;
use raddle_passes::block_order::{BlockOrders, Position};
use raddle_semantics::control::{self, Section};
use raddle_semantics::host::{Host, Interrupt};
use raddle_semantics::run::{Exit, Target, run_block};
use raddle_semantics::{Domain, Frame};
use raddle_terms::{Bits, Operator, Term};
use rustc_hash::FxHashMap;

use crate::grounds::{Grounds, Passed};
use crate::host::Thread;
use crate::kinds::{FIRST, KindId, KindSet};
use crate::locks::LockSet;
use crate::meeting::{Around, Meetings, Point};
use crate::memory::{Cell, Contents};
use crate::point::{ALL_THE_REST, Going};
use crate::range::Range;
use crate::state::State;
use crate::tables::Tables;
use crate::values::{Ranges, Values};

/// Iterations of one loop that are told apart at most.
const MOST_ITERATIONS: u32 = 20;
/// The same in the library, which starts no threads in loops, but reads formats.
const MOST_ITERATIONS_IN_LIBRARY: u32 = 200;
/// Ways that are followed apart at most, from a place where ways meet.
const MOST_WAYS: u32 = 32;

/// What the library calls unsupported because it keeps sets of threads in words. Such a set only
/// says who is woken, which may happen by itself too, so that here it can be passed over.
const SETS_OF_THREADS: &str = "thread numbers above 63 at a condition variable or barrier";

pub struct Walk<'w, 'a> {
    pub tables: &'w mut Tables<'a>,
    pub values: &'w mut Values,
    pub orders: &'w mut BlockOrders,
    pub meetings: &'w mut dyn Meetings,
    /// Whether there is time left.
    pub goes_on: &'w mut dyn FnMut() -> bool,
    pub kind: KindId,
    waiting: BTreeMap<Position, Vec<Point>>,
    /// Of the way that is followed.
    credit: u32,
    /// How many edges lead to each block of a function.
    meeting: FxHashMap<FunctionId, Rc<Vec<u32>>>,
}

/// A way that is followed on: the state, and decisions for its first instruction.
struct Way {
    state: State,
    decisions: Vec<bool>,
    /// Shared out where ways part: into how many it may still part without meeting again.
    credit: u32,
}

impl Way {
    fn new(state: State, credit: u32) -> Way {
        Way { state, decisions: Vec::new(), credit }
    }
}

impl<'w, 'a> Walk<'w, 'a> {
    pub fn new(
        tables: &'w mut Tables<'a>,
        values: &'w mut Values,
        orders: &'w mut BlockOrders,
        meetings: &'w mut dyn Meetings,
        goes_on: &'w mut dyn FnMut() -> bool,
        kind: KindId,
    ) -> Walk<'w, 'a> {
        Walk {
            tables,
            values,
            orders,
            meetings,
            goes_on,
            kind,
            waiting: BTreeMap::new(),
            credit: MOST_WAYS,
            meeting: FxHashMap::default(),
        }
    }

    pub fn run(mut self, entries: Vec<State>) {
        for state in entries {
            self.follow_ways(state);
        }
        while let Some(mut first) = self.waiting.first_entry() {
            let point = first.get_mut().pop();
            if first.get().is_empty() {
                first.remove();
            }
            let Some(state) = point.and_then(|point| self.meetings.state(&point)) else {
                continue;
            };
            self.follow_ways(state);
            if self.tables.gap.is_some() || self.tables.hurry {
                return;
            }
        }
    }

    /// Follows all ways from a state to where they meet.
    pub fn follow_ways(&mut self, state: State) {
        let mut ways = vec![Way::new(state, MOST_WAYS)];
        while let Some(way) = ways.pop() {
            self.tables.steps += 1;
            if self.tables.steps.is_multiple_of(64) && !(self.goes_on)() {
                self.tables.give_up(crate::analysis::TIME_IS_OVER);
            }
            if self.tables.gap.is_some() {
                return;
            }
            self.follow(way, &mut ways);
        }
    }

    /// Runs to the next exit.
    fn follow(&mut self, way: Way, ways: &mut Vec<Way>) {
        let Way { mut state, decisions, credit } = way;
        // An instruction that asks again is begun anew, with nothing learned from its answers.
        let before = (!decisions.is_empty()).then(|| state.clone());
        self.credit = credit;
        let Some(mut frame) = state.frames.pop() else { return };
        let iterations = state.iterations.pop().unwrap_or_default();
        self.values.ranges = std::mem::take(&mut state.ranges);
        let ready = self.tables.ready;
        if let Some(facts) = &mut self.tables.facts {
            facts.reached.insert((self.kind, frame.function, frame.block));
        }
        let mut callers = state.frames.iter().rev().map(Frame::place);
        let caller = callers.find(|place| is_user(ready, place.function));
        let (given, begins_at) = (decisions.clone(), frame.statement);
        let mut thread = Thread {
            tables: self.tables,
            kind: self.kind,
            state,
            iterations,
            updating: false,
            decisions,
            undecided: false,
            caller,
        };
        let exit = run_block(ready, &mut frame, self.values, &mut thread);
        let (undecided, iterations) = (thread.undecided, thread.iterations);
        let mut state = thread.state;
        state.ranges = std::mem::take(&mut self.values.ranges);
        state.frames.push(frame);
        state.iterations.push(iterations);
        if undecided {
            // Decisions are of the instruction at which the way begins.
            let same = state.frames.last().is_some_and(|frame| frame.statement == begins_at);
            let (state, given) = match before.filter(|_| same) {
                Some(before) => (before, given),
                None => (state, Vec::new()),
            };
            for truth in [false, true] {
                let mut decisions = given.clone();
                decisions.push(truth);
                ways.push(Way { state: state.clone(), decisions, credit: credit.div_ceil(2) });
            }
            return;
        }
        self.note_grounds(&state, |passed, grounds| passed.note_checks(begins_at, grounds));
        self.handle(exit, state, ways);
    }

    /// Notes why checks hold, where that is to be told.
    fn note_grounds(&mut self, state: &State, note: impl FnOnce(&Passed<'_>, &mut Grounds)) {
        let (Some(grounds), Some(frame)) = (&mut self.tables.grounds, state.frames.last()) else {
            return;
        };
        let (ready, values, ranges) = (self.tables.ready, &*self.values, &state.ranges);
        note(&Passed { ready, values, ranges, frame, kind: self.kind }, grounds);
    }

    fn handle(&mut self, exit: Exit<Term>, state: State, ways: &mut Vec<Way>) {
        match exit {
            Exit::Goto => self.take_edge(state, 0, ways),
            Exit::Branch(condition) => self.branch(state, condition, ways),
            Exit::Switch(value) => self.switch(state, value, ways),
            Exit::Call { callee, arguments } => self.call(state, callee, arguments, ways),
            Exit::Return(results) => self.finish_call(state, results, ways),
            Exit::Spawn { function, argument } => self.spawn(state, function, argument, ways),
            Exit::Await { kind, condition, .. } => self.wait(state, kind, condition, ways),
            Exit::AtomicBegin => self.begin_section(state, ways),
            Exit::AtomicEnd => self.end_section(state, ways),
            Exit::ThreadExit => self.end_thread(state, ways),
            Exit::Stop(_) | Exit::Paused => {}
            Exit::Interrupted(interrupt) => self.interrupted(interrupt, state, ways),
        }
    }

    fn interrupted(&mut self, interrupt: Interrupt, mut state: State, ways: &mut Vec<Way>) {
        match interrupt {
            Interrupt::Failed(_) | Interrupt::Stopped(_) | Interrupt::Assumed => {}
            Interrupt::Unsupported(_, what) if what.contains(SETS_OF_THREADS) => {
                if let Some(frame) = state.frames.last_mut() {
                    frame.statement += 1;
                }
                ways.push(Way::new(state, self.credit));
            }
            Interrupt::Unsupported(place, what) => {
                let at = self.tables.ready.location_text(place);
                let at = at.map_or(String::new(), |at| format!(" at {at}"));
                self.tables.give_up(format!("reached something unsupported{at}: {what}"));
            }
            Interrupt::Limit(what) => self.tables.give_up(what),
        }
    }

    // ---- ways that part ----

    /// The state if a condition is true, or false; none if it cannot be.
    fn assume(&mut self, state: &State, condition: Term, truth: bool) -> Option<State> {
        self.values.ranges = state.ranges.clone();
        let possible = self.values.learn(condition, truth);
        let ranges = std::mem::take(&mut self.values.ranges);
        possible.then(|| State { ranges, ..state.clone() })
    }

    fn branch(&mut self, state: State, condition: Term, ways: &mut Vec<Way>) {
        let cases = [true, false].map(|truth| self.assume(&state, condition, truth));
        let decided = cases.iter().flatten().count() == 1;
        if let Some(never) = cases.iter().position(Option::is_none) {
            self.note_grounds(&state, |passed, grounds| passed.note_branch(never, grounds));
        }
        self.share_credit(if decided { 1 } else { 2 });
        for (edge, case) in cases.into_iter().enumerate() {
            if let Some(mut case) = case {
                self.note_decision(&mut case, decided);
                self.take_edge(case, edge, ways);
            }
        }
    }

    fn switch(&mut self, state: State, value: Term, ways: &mut Vec<Way>) {
        let Some(place) = state.frames.last().map(Frame::place) else { return };
        let ready = self.tables.ready;
        let Terminator::Switch { cases, .. } =
            &ready.program.functions[place.function].blocks[place.block].terminator
        else {
            return;
        };
        self.share_credit(1 + cases.len());
        let mut rest = Some(state);
        for (edge, (case, _)) in cases.iter().enumerate() {
            let Some(state) = rest.take() else { return };
            let case = self.values.constant(*case);
            let condition = self.values.terms.apply(Operator::Equal, &[value, case]);
            if let Some(mut equal) = self.assume(&state, condition, true) {
                self.note_decision(&mut equal, false);
                self.take_edge(equal, edge, ways);
            }
            rest = self.assume(&state, condition, false);
        }
        if let Some(mut state) = rest {
            self.note_decision(&mut state, false);
            self.take_edge(state, cases.len(), ways);
        }
    }

    /// The way parts into so many.
    fn share_credit(&mut self, parts: usize) {
        self.credit = self.credit.div_ceil(parts as u32);
    }

    /// Whether the test at a terminator counts iterations of the loops that it may leave.
    fn note_decision(&mut self, state: &mut State, decided: bool) {
        let ready = self.tables.ready;
        let Some(place) = state.frames.last().map(Frame::place) else { return };
        let terminator = &ready.program.functions[place.function].blocks[place.block].terminator;
        let order = self.orders.of(ready, place.function).clone();
        for going in state.iterations.last_mut().into_iter().flatten() {
            if order.may_leave(going.iteration.header, terminator) {
                going.decided |= decided;
                going.open |= !decided;
            }
        }
    }

    fn take_edge(&mut self, mut state: State, edge: usize, ways: &mut Vec<Way>) {
        let ready = self.tables.ready;
        let Some(frame) = state.frames.last_mut() else { return };
        let from = frame.place();
        let closes = control::closes_loop(ready, from, edge);
        self.values.ranges = std::mem::take(&mut state.ranges);
        frame.follow(ready, self.values, edge);
        state.ranges = std::mem::take(&mut self.values.ranges);
        let to = frame.block;
        let order = self.orders.of(ready, from.function).clone();
        let before = state.iterations.pop().unwrap_or_default();
        let mut after: Vec<Going> = Vec::new();
        for header in order.loops(to) {
            let going = before.iter().find(|going| going.iteration.header == *header);
            after.push(match going {
                Some(going) if closes && *header == to => self.next_iteration(from, *going),
                Some(going) => *going,
                None => self.first_iteration(from, *header),
            });
        }
        state.iterations.push(after);
        self.arrive(state, ways);
    }

    fn first_iteration(&self, from: Place, header: raddle_ir::BlockId) -> Going {
        let merged = self.tables.merged_loops.contains(&(from.function, header));
        Going::new(header, if merged { ALL_THE_REST } else { 0 })
    }

    fn next_iteration(&mut self, from: Place, going: Going) -> Going {
        let header = going.iteration.header;
        let merged = self.tables.merged_loops.contains(&(from.function, header));
        let counted = going.decided && !going.open && going.iteration.count != ALL_THE_REST;
        if merged || !counted {
            return Going::new(header, ALL_THE_REST);
        }
        let most = match is_user(self.tables.ready, from.function) {
            true => MOST_ITERATIONS,
            false => MOST_ITERATIONS_IN_LIBRARY,
        };
        if going.iteration.count >= most {
            self.tables.merged_loops.insert((from.function, header));
            self.tables.restart = true;
            self.tables.hurry = true;
        }
        Going::new(header, going.iteration.count + 1)
    }

    /// At the beginning of a block.
    fn arrive(&mut self, mut state: State, ways: &mut Vec<Way>) {
        let ready = self.tables.ready;
        let Some(place) = state.frames.last().map(Frame::place) else { return };
        if self.meeting(place.function)[place.block.position()] < 2 || self.stays_apart(&state) {
            ways.push(Way::new(state, self.credit));
            return;
        }
        state.forget_dead(ready, &self.values.terms);
        let point = Point::of(&state);
        let kind = self.kind;
        let (tables, values) = (&mut *self.tables, &mut *self.values);
        let around = Around { tables, values, orders: self.orders, kind };
        let changed = self.meetings.meet(around, &point, state);
        if changed {
            self.wait_at(point);
        }
    }

    /// A few ways stay apart within an atomic section, since what a wait was for is often known
    /// only on the way that it came, and where a truth value is made of several (`a && b`), which
    /// says most to the test that follows.
    fn stays_apart(&mut self, state: &State) -> bool {
        let Some(place) = state.frames.last().map(Frame::place) else { return false };
        let order = self.orders.of(self.tables.ready, place.function);
        let begins_loop = order.loops(place.block).contains(&place.block);
        self.credit > 1 && !begins_loop && (state.section.is_inside() || self.is_truth_made(place))
    }

    fn is_truth_made(&self, place: Place) -> bool {
        let ready = self.tables.ready;
        let function = &ready.program.functions[place.function];
        let parameters = &function.blocks[place.block].parameters;
        parameters.iter().any(|parameter| ready.width(function.registers[*parameter].kind) == 1)
    }

    fn wait_at(&mut self, point: Point) {
        let mut position = Position::new();
        for (place, iterations) in &point.path.0 {
            let order = self.orders.of(self.tables.ready, place.function).clone();
            let counts = iterations.iter().map(|iteration| iteration.count);
            position.extend_block(&order, place.block, counts);
            position.extend([place.statement]);
        }
        let list = self.waiting.entry(position).or_default();
        if !list.contains(&point) {
            list.push(point);
        }
    }

    fn meeting(&mut self, function: FunctionId) -> Rc<Vec<u32>> {
        let code = &self.tables.ready.program.functions[function];
        let made = self.meeting.entry(function).or_insert_with(|| {
            let mut counts = vec![0; code.blocks.len()];
            for edge in code.blocks.iter().flat_map(|block| block.terminator.edges()) {
                counts[edge.target.position()] += 1;
            }
            Rc::new(counts)
        });
        made.clone()
    }

    // ---- calls ----

    fn functions(&mut self, pointer: Term) -> Option<Vec<FunctionId>> {
        let ready = self.tables.ready;
        let range = self.values.range(pointer);
        let bits = ready.layout.offset_bits;
        let mut functions = Vec::new();
        for piece in range.numbers() {
            if (piece.high >> bits) - (piece.low >> bits) > 256 {
                return None;
            }
            for object in (piece.low >> bits)..=(piece.high >> bits) {
                let Some(function) = ready.layout.object_function(object as u32) else { continue };
                if range.may_be(ready.layout.pointer(object as u32, 0)) {
                    functions.push(function);
                }
            }
        }
        Some(functions)
    }

    fn call(
        &mut self,
        state: State,
        callee: Target<Term>,
        arguments: Vec<Option<Term>>,
        ways: &mut Vec<Way>,
    ) {
        match callee {
            Target::Known(function) => self.enter(state, function, &arguments, ways),
            Target::Pointer(pointer) => {
                self.values.ranges = state.ranges.clone();
                let functions = self.functions(pointer);
                let sure = self.values.range(pointer).known().is_some();
                self.values.ranges = Ranges::default();
                let Some(functions) = functions else {
                    self.tables.give_up("a call through a pointer that may lead anywhere");
                    return;
                };
                if !sure || functions.is_empty() {
                    self.doubt(&state, control::CALLS_NO_FUNCTION);
                }
                self.call_each(&state, &functions, &arguments, ways);
            }
        }
    }

    fn call_each(
        &mut self,
        state: &State,
        functions: &[FunctionId],
        arguments: &[Option<Term>],
        ways: &mut Vec<Way>,
    ) {
        let Some(place) = state.frames.last().map(Frame::place) else { return };
        for function in functions {
            let widths: Vec<Option<u16>> = arguments
                .iter()
                .map(|argument| argument.map(|term| self.values.terms.width(term)))
                .collect();
            let fits = control::fits_call(self.tables.ready, place, *function, widths.into_iter());
            match fits {
                Ok(()) => self.enter(state.clone(), *function, arguments, ways),
                Err(misfit) => self.interrupted(misfit, state.clone(), ways),
            }
        }
    }

    /// A memory error is possible where the thread stands.
    fn doubt(&mut self, state: &State, message: &str) {
        let frames = state.frames.iter().rev().map(Frame::place);
        let ready = self.tables.ready;
        let user = frames.clone().find(|place| is_user(ready, place.function));
        let Some(place) = user.or_else(|| frames.clone().next()) else { return };
        if self.tables.selected.contains(raddle_ir::CheckKind::Memory) {
            self.tables.unproved(raddle_ir::CheckKind::Memory, place, message);
        } else {
            self.tables.undefined.push(place);
        }
    }

    fn enter(
        &mut self,
        mut state: State,
        id: FunctionId,
        arguments: &[Option<Term>],
        ways: &mut Vec<Way>,
    ) {
        let Some(place) = state.frames.last().map(Frame::place) else { return };
        if state.frames.iter().any(|frame| frame.function == id) {
            let name = &self.tables.ready.program.functions[id].name;
            self.tables.give_up(format!("`{name}` calls itself"));
            return;
        }
        if state.frames.len() == 1 && is_user(self.tables.ready, id) {
            let starts = &mut self.tables.kinds.list[self.kind].starts;
            if !starts.contains(&id) {
                starts.push(id);
            }
        }
        match control::called(self.tables.ready, place, id, state.frames.len()) {
            Ok(function) => {
                let guard = self.values.terms.boolean(true);
                state.frames.push(Frame::enter(id, function, arguments, guard));
                state.iterations.push(Vec::new());
                ways.push(Way::new(state, self.credit));
            }
            Err(interrupt) => self.interrupted(interrupt, state, ways),
        }
    }

    fn finish_call(&mut self, mut state: State, results: Vec<Option<Term>>, ways: &mut Vec<Way>) {
        if state.frames.len() == 1 {
            // With the return of `main` the process ends, and nothing dies before it.
            if self.kind != FIRST {
                self.end_thread(state, ways);
            }
            return;
        }
        let objects = state.frames.pop().map(|frame| frame.objects).unwrap_or_default();
        state.iterations.pop();
        if let Some(frame) = state.frames.last_mut() {
            frame.complete(self.tables.ready, &results);
        }
        if !objects.is_empty() {
            // What is left then names all that is still in reach.
            state.forget_dead(self.tables.ready, &self.values.terms);
            self.with_thread(&mut state, |thread, values| {
                for object in objects {
                    thread.end_object(values, object);
                }
            });
        }
        ways.push(Way::new(state, self.credit));
    }

    /// Does something to a state as its thread.
    fn with_thread<R>(
        &mut self,
        state: &mut State,
        work: impl FnOnce(&mut Thread<'_, 'a>, &mut Values) -> R,
    ) -> R {
        self.values.ranges = std::mem::take(&mut state.ranges);
        let number = state.number;
        let empty = State {
            frames: Vec::new(),
            iterations: Vec::new(),
            section: Section::default(),
            ranges: Ranges::default(),
            memory: BTreeMap::new(),
            held: LockSet::EMPTY,
            created: KindSet::EMPTY,
            ended: KindSet::EMPTY,
            made: Rc::default(),
            died: Rc::default(),
            added: BTreeMap::new(),
            makes: BTreeMap::new(),
            number,
        };
        let mut thread = Thread {
            tables: self.tables,
            kind: self.kind,
            state: std::mem::replace(state, empty),
            iterations: Vec::new(),
            updating: false,
            decisions: Vec::new(),
            undecided: false,
            caller: None,
        };
        let result = work(&mut thread, self.values);
        *state = thread.state;
        state.ranges = std::mem::take(&mut self.values.ranges);
        result
    }

    // ---- threads ----

    fn end_thread(&mut self, mut state: State, ways: &mut Vec<Way>) {
        if let Some(place) = state.frames.last().map(Frame::place)
            && let Err(interrupt) = state.section.end_thread(place)
        {
            return self.interrupted(interrupt, state, ways);
        }
        self.with_thread(&mut state, |thread, values| thread.end_all_objects(values));
        self.meetings.end(self.kind, state.ended);
    }

    fn spawn(
        &mut self,
        mut state: State,
        function: Term,
        argument: Option<Term>,
        ways: &mut Vec<Way>,
    ) {
        self.values.ranges = state.ranges.clone();
        let functions = self.functions(function);
        self.values.ranges = Ranges::default();
        let Some(functions) = functions else {
            return self.tables.give_up("a thread that may start anywhere");
        };
        let Some(kind) = self.tables.kinds.at(self.kind, &state.path()) else {
            return self.tables.give_up("too many places that start threads");
        };
        let is_many = state.created.contains(kind) || self.tables.kinds.list[self.kind].many;
        if is_many && !self.tables.kinds.list[kind].many {
            self.tables.kinds.list[kind].many = true;
            self.tables.restart = true;
        }
        self.with_thread(&mut state, |thread, values| thread.count_thread(values, kind));
        state.created = state.created.with(kind);
        if let Some(argument) = argument {
            self.with_thread(&mut state, |thread, values| thread.escape_value(values, argument));
        }
        for start in functions {
            let Some(place) = state.frames.last().map(Frame::place) else { return };
            match control::can_start(self.tables.ready, place, start) {
                Ok(()) => self.hand_over(&state, kind, start, argument),
                Err(interrupt) => self.interrupted(interrupt, state.clone(), ways),
            }
        }
        let number = self.values.terms.fresh("thread", 32);
        state.ranges.insert(number, Range::between(1, 254, 32));
        if let Some(frame) = state.frames.last_mut() {
            frame.complete(self.tables.ready, &[Some(number)]);
        }
        ways.push(Way::new(state, self.credit));
    }

    /// How a new thread begins: with what its maker knows.
    fn hand_over(
        &mut self,
        state: &State,
        kind: KindId,
        start: FunctionId,
        argument: Option<Term>,
    ) {
        let ready = self.tables.ready;
        let known = |term: Term| self.values.range_under(&state.ranges, term);
        let argument = argument.map(known);
        let mut memory = Vec::new();
        for (object, contents) in &state.memory {
            if !self.tables.objects.get(*object).private {
                let cells: Vec<_> = contents
                    .cells
                    .iter()
                    .map(|(offset, cell)| (*offset, cell.bytes, cell.value.map(known)))
                    .collect();
                memory.push((*object, contents.rest.clone(), cells));
            }
        }
        self.values.ranges = Ranges::default();
        let argument = argument.map(|range| self.values.some(range));
        let memory = memory
            .into_iter()
            .map(|(object, rest, cells)| {
                let mut contents = Contents::new(rest);
                for (offset, bytes, range) in cells {
                    let value = range.map(|range| self.values.some(range));
                    contents.cells.insert(offset, Cell::new(bytes, value));
                }
                (object, Rc::new(contents))
            })
            .collect();
        let number = self.values.some(Range::between(1, 254, 32));
        let guard = self.values.terms.boolean(true);
        let function = &ready.program.functions[start];
        let entry = State {
            frames: vec![Frame::enter(start, function, &[argument], guard)],
            iterations: vec![Vec::new()],
            section: Section::default(),
            ranges: std::mem::take(&mut self.values.ranges),
            memory,
            held: LockSet::EMPTY,
            created: KindSet::EMPTY,
            ended: state.ended,
            made: Rc::default(),
            died: state.died.clone(),
            added: BTreeMap::new(),
            makes: BTreeMap::new(),
            number,
        };
        let (tables, values) = (&mut *self.tables, &mut *self.values);
        let around = Around { tables, values, orders: self.orders, kind };
        self.meetings.begin(around, entry);
    }

    // ---- sections and waiting ----

    fn begin_section(&mut self, mut state: State, ways: &mut Vec<Way>) {
        if let Some(frame) = state.frames.last_mut() {
            state.section.enter(self.tables.ready, frame.function);
            frame.complete(self.tables.ready, &[]);
        }
        ways.push(Way::new(state, self.credit));
    }

    fn end_section(&mut self, mut state: State, ways: &mut Vec<Way>) {
        let Some(place) = state.frames.last().map(Frame::place) else { return };
        let outermost = match state.section.leave(place) {
            Ok(outermost) => outermost,
            Err(interrupt) => return self.interrupted(interrupt, state, ways),
        };
        if outermost {
            self.with_thread(&mut state, |thread, values| {
                thread.note_ended(values);
                thread.end_step(values);
            });
        }
        if let Some(frame) = state.frames.last_mut() {
            frame.complete(self.tables.ready, &[]);
        }
        ways.push(Way::new(state, self.credit));
    }

    fn wait(&mut self, state: State, kind: AwaitKind, condition: Term, ways: &mut Vec<Way>) {
        let ends_by_itself = match kind {
            AwaitKind::Plain => false,
            AwaitKind::Spurious | AwaitKind::Timed => true,
        };
        for truth in [true, false] {
            if !truth && !ends_by_itself {
                continue;
            }
            if let Some(mut state) = self.assume(&state, condition, truth) {
                let result = self.values.terms.boolean(truth);
                if let Some(frame) = state.frames.last_mut() {
                    frame.complete(self.tables.ready, &[Some(result)]);
                }
                ways.push(Way::new(state, self.credit));
            }
        }
    }
}

fn is_user(ready: &raddle_passes::Ready, function: FunctionId) -> bool {
    ready.program.functions[function].origin == raddle_ir::Origin::User
}

/// How `main` begins.
pub fn first_state(tables: &Tables<'_>, values: &mut Values) -> State {
    let entry = tables.ready.program.entry;
    let guard = values.terms.boolean(true);
    let number = values.terms.constant(Bits::zero(32));
    let function = &tables.ready.program.functions[entry];
    let arguments: Vec<Option<Term>> = Vec::new();
    State {
        frames: vec![Frame::enter(entry, function, &arguments, guard)],
        iterations: vec![Vec::new()],
        section: Section::default(),
        ranges: Ranges::default(),
        memory: BTreeMap::new(),
        held: LockSet::EMPTY,
        created: KindSet::EMPTY,
        ended: KindSet::EMPTY,
        made: Rc::default(),
        died: Rc::default(),
        added: BTreeMap::new(),
        makes: BTreeMap::new(),
        number,
    }
}
