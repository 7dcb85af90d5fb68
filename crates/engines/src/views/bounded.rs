//! What engine `bmc` makes of a program, to be shown: the blocks that it runs
//! with loops unwound and calls followed, the equations between the values that
//! variables have one after the other, and the conditions under which checks
//! fail. Nothing is asked of a solver.
//!
//! The values of a variable are numbered in the order in which they are met:
//! `x!2` is its second. Guards (`g1`) are conditions of branches.

use std::rc::Rc;

use raddle_ir::access_path::access_paths;
use raddle_ir::index::Index;
use raddle_ir::{BlockId, CheckKind, FunctionId, Instruction, Location, Origin};
use raddle_passes::{Place, Ready};
use raddle_semantics::machine::ObjectKind;
use raddle_semantics::symbolic::{
    BySight, Executor, Object, Observe, Passing, PathCondition, Record, State,
};
use raddle_terms::{Term, TermStore};
use rustc_hash::{FxHashMap, FxHashSet};

use super::expressions::{Definition, Expressions};
use crate::SymbolicOptions;

/// Statements that ran one after the other in one copy of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    pub first: Place,
    /// Behind the last statement.
    pub end: u32,
    /// How many calls are around it.
    pub depth: usize,
    /// The iterations of the loops around it, outermost first.
    pub iterations: Vec<(FunctionId, BlockId, u32)>,
    /// Names of conditions.
    pub guard: Vec<String>,
}

/// `name = text`, and the place where the value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    pub name: String,
    pub text: String,
    pub location: Option<Location>,
}

/// A check that fails under all of these conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailingCheck {
    pub kind: CheckKind,
    pub message: String,
    pub location: Option<Location>,
    pub guard: Vec<String>,
    pub condition: Term,
}

pub struct Bounded {
    pub terms: TermStore,
    pub runs: Vec<Ran>,
    pub equations: Vec<Equation>,
    pub checks: Vec<FailingCheck>,
    /// What is not in all this, in words.
    pub missing: Vec<String>,
}

/// Runs the program within the bounds of `options.unwind`, which must be there.
pub fn unwound(ready: &Ready, options: &SymbolicOptions<'_>) -> Bounded {
    let mut terms = TermStore::new();
    let mut recorder = Recorder::new(ready);
    let record = {
        let settings = options.executor(options.unwind.clone(), true, true);
        let mut executor = Executor::new(ready, settings);
        executor.observer = Some(&mut recorder);
        let state = State::new(ready, &mut terms);
        executor.begin(&mut terms, &mut BySight, &state)
    };
    let checks = recorder.checks(&mut terms, options, &record);
    Bounded {
        terms,
        runs: recorder.runs,
        equations: recorder.equations,
        checks,
        missing: missing(ready, &record),
    }
}

fn missing(ready: &Ready, record: &Record) -> Vec<String> {
    let mut list: Vec<String> = record.gaps.iter().map(|gap| gap.reason.clone()).collect();
    let cuts = record.cuts.iter();
    list.extend(cuts.map(|cut| match ready.location_text(cut.place) {
        Some(at) => format!("more iterations or deeper calls at {at}"),
        None => "more iterations or deeper calls".to_string(),
    }));
    let mut seen = FxHashSet::default();
    list.retain(|text| seen.insert(text.clone()));
    list
}

struct Recorder<'p> {
    ready: &'p Ready,
    runs: Vec<Ran>,
    equations: Vec<Equation>,
    expressions: Expressions,
    /// Values that have an equation, by variable.
    known: FxHashSet<(String, Term)>,
    versions: FxHashMap<String, u32>,
    guards: FxHashMap<Term, String>,
    objects: Vec<Option<Rc<Object>>>,
    /// The guard where the way that runs now began to.
    guard: Vec<String>,
}

impl<'p> Recorder<'p> {
    fn new(ready: &'p Ready) -> Recorder<'p> {
        Recorder {
            ready,
            runs: Vec::new(),
            equations: Vec::new(),
            expressions: Expressions::default(),
            known: FxHashSet::default(),
            versions: FxHashMap::default(),
            guards: FxHashMap::default(),
            objects: Vec::new(),
            guard: Vec::new(),
        }
    }

    fn text(&mut self, terms: &TermStore, term: Term, location: Option<Location>) -> String {
        let mut parts = Vec::new();
        let text = self.expressions.text(terms, term, &mut parts);
        let parts = parts.into_iter();
        self.equations.extend(parts.map(|Definition { name, text }| Equation {
            name,
            text,
            location,
        }));
        text
    }

    /// The names of a guard's conditions, oldest first.
    fn guard(
        &mut self,
        terms: &TermStore,
        guard: &PathCondition,
        location: Option<Location>,
    ) -> Vec<String> {
        let mut conditions: Vec<Term> = guard.conditions().collect();
        conditions.reverse();
        let mut names = Vec::with_capacity(conditions.len());
        for condition in conditions {
            if let Some(name) = self.guards.get(&condition) {
                names.push(name.clone());
                continue;
            }
            let text = self.text(terms, condition, location);
            let name = format!("g{}", self.guards.len() + 1);
            self.equations.push(Equation { name: name.clone(), text, location });
            self.expressions.name(terms, condition, &name);
            self.guards.insert(condition, name.clone());
            names.push(name);
        }
        names
    }

    fn assign(
        &mut self,
        terms: &TermStore,
        variable: &str,
        value: Term,
        location: Option<Location>,
    ) {
        if !self.known.insert((variable.to_owned(), value)) {
            return;
        }
        let text = self.text(terms, value, location);
        let version = self.versions.entry(variable.to_owned()).or_default();
        *version += 1;
        let name = format!("{variable}!{version}");
        self.equations.push(Equation { name: name.clone(), text, location });
        self.expressions.name(terms, value, &name);
    }

    /// The named registers that have a value, and where it came from.
    fn registers(&mut self, terms: &TermStore, from: Option<u32>, way: &Passing<'_>) {
        let frame = way.frame;
        let function = &self.ready.program.functions[frame.function];
        let block = &function.blocks[frame.block];
        let mut places: FxHashMap<usize, Option<Location>> = FxHashMap::default();
        let mut fresh: Vec<usize> = Vec::new();
        match from {
            None => fresh.extend(block.parameters.iter().map(|parameter| parameter.position())),
            Some(from) => {
                let end = frame.statement as usize;
                let ran = block.statements.get(from as usize..end.min(block.statements.len()));
                for statement in ran.unwrap_or(&[]) {
                    statement.instruction.for_each_result(|register| {
                        fresh.push(register.position());
                        places.insert(register.position(), statement.location);
                    });
                }
            }
        }
        if from.is_none() && frame.block.position() == 0 && frame.statement == 0 {
            fresh.extend(function.parameters.iter().map(|parameter| parameter.position()));
        }
        let first = block.statements.first().and_then(|statement| statement.location);
        for position in fresh {
            let name = function.registers.get(raddle_ir::RegisterId::new(position));
            let Some(name) = name.and_then(|register| register.name.clone()) else { continue };
            let value = frame.registers.get(position).copied().flatten();
            let is_number = name.starts_with(|first: char| first.is_ascii_digit());
            // Conditions are guards, where they matter.
            let is_condition = value.is_some_and(|value| terms.width(value) == 1);
            if let Some(value) = value.filter(|_| !is_number && !is_condition) {
                let location = places.get(&position).copied().unwrap_or(first);
                self.assign(terms, &name, value, location);
            }
        }
    }

    /// What changed in variables that are in memory.
    fn memory(&mut self, terms: &TermStore, location: Option<Location>, state: &State) {
        for (number, object) in state.objects.iter().enumerate() {
            let Some(object) = object else { continue };
            let last = self.objects.get(number).and_then(Option::as_ref);
            if last.is_some_and(|last| Rc::ptr_eq(last, object)) {
                continue;
            }
            if self.objects.len() <= number {
                self.objects.resize(number + 1, None);
            }
            self.objects[number] = Some(object.clone());
            if let Some((name, of)) = variable(self.ready, object.kind) {
                for (offset, value) in whole_values(terms, object) {
                    let width = terms.width(value);
                    let pointer_bytes = u64::from(self.ready.layout.pointer_bits / 8);
                    let types = &self.ready.program.types;
                    let found = access_paths(types, of, offset as u64, width, pointer_bytes);
                    let Some(path) = found.first() else { continue };
                    // Bytes that no thread wrote since the beginning say nothing.
                    if path.of.is_some() || of.is_none() || terms.known(value).is_none() {
                        self.assign(terms, &format!("{name}{}", path.path), value, location);
                    }
                }
            }
        }
    }

    fn checks(
        &mut self,
        terms: &mut TermStore,
        options: &SymbolicOptions<'_>,
        record: &Record,
    ) -> Vec<FailingCheck> {
        let selected =
            record.failures.iter().filter(|failed| options.selected.contains(failed.failure.kind));
        let mut checks = Vec::new();
        for failed in selected {
            let location = self.ready.location(failed.user_place);
            checks.push(FailingCheck {
                kind: failed.failure.kind,
                message: failed.failure.message.clone(),
                location,
                guard: self.guard(terms, &failed.guard, location),
                condition: failed.guard.all(terms),
            });
        }
        checks
    }

    fn is_users(&self, function: FunctionId) -> bool {
        self.ready.program.functions[function].origin == Origin::User
    }
}

impl Observe for Recorder<'_> {
    fn enters(&mut self, terms: &mut TermStore, way: &Passing<'_>) {
        if self.objects.is_empty() {
            // What is there from the beginning is no assignment.
            self.objects = way.state.objects.clone();
        }
        let location = self.ready.location(way.frame.place());
        self.guard = self.guard(terms, &way.state.guard, location);
        if self.is_users(way.frame.function) {
            self.registers(terms, None, way);
        }
        self.memory(terms, location, way.state);
    }

    fn leaves(&mut self, terms: &mut TermStore, from: u32, way: &Passing<'_>) {
        let frame = way.frame;
        let first = Place { statement: from, ..frame.place() };
        self.memory(terms, self.ready.location(first), way.state);
        if !self.is_users(frame.function) {
            return;
        }
        self.registers(terms, Some(from), way);
        let functions = way.callers.iter().map(|caller| caller.function).chain([frame.function]);
        let iterations = functions.zip(way.counters).flat_map(|(function, counters)| {
            counters.iter().map(move |(header, count)| (function, *header, *count))
        });
        self.runs.push(Ran {
            first,
            end: frame.statement,
            depth: way.callers.iter().filter(|caller| self.is_users(caller.function)).count(),
            iterations: iterations.filter(|(function, ..)| self.is_users(*function)).collect(),
            guard: self.guard.clone(),
        });
    }
}

/// The source's name of an object, and its type.
pub(super) fn variable(
    ready: &Ready,
    kind: ObjectKind,
) -> Option<(String, Option<raddle_ir::DebugTypeId>)> {
    match kind {
        ObjectKind::Global(id) | ObjectKind::ThreadLocal(id, _) => {
            let global = ready.program.globals.get(id)?;
            (global.origin == Origin::User).then(|| (global.name.clone(), global.debug_type))
        }
        ObjectKind::Stack(_, place) | ObjectKind::Heap(_, place) => {
            let Instruction::Allocate { name, debug_type, .. } =
                place.instruction(&ready.program)?
            else {
                return None;
            };
            Some((name.clone()?, *debug_type))
        }
    }
}

/// The values that were written whole, by offset.
pub(super) fn whole_values(terms: &TermStore, object: &Object) -> Vec<(usize, Term)> {
    let slots: Vec<_> = object.slots().collect();
    let mut found = Vec::new();
    for (offset, slot) in slots.iter().enumerate() {
        let Some(value) = slot.value.filter(|_| slot.part == 0) else { continue };
        let count = usize::from(terms.width(value).div_ceil(8));
        let is_whole = slots.get(offset..offset + count).is_some_and(|bytes| {
            let mut bytes = bytes.iter().enumerate();
            bytes.all(|(part, byte)| byte.value == Some(value) && usize::from(byte.part) == part)
        });
        if is_whole {
            found.push((offset, value));
        }
    }
    found
}
