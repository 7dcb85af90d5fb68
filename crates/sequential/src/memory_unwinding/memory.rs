//! Shared memory as the threads of the sequential program see it.
//!
//! Only what must be guessed is guessed. While one thread alone can access a
//! location, because all others that may do so are created later, the location is a variable. If
//! later one thread alone writes it, and the threads that read it are translated behind
//! that thread, then what it writes is kept with its time, once for each statement
//! that writes. The rest is guessed (`write_guess`).

use raddle_ir::{GlobalId, IndexVec, Operand, Type};
use raddle_terms::Operator;
use rustc_hash::FxHashMap;

use super::access_analysis::{AccessAnalysis, AccessNumber, Representation, Writes, can_run};
use super::clock::{Clock, Timestamp};
use super::write_guess::{GuessedWrites, WriteGuess};
use crate::bounded::Slot;
use crate::code::{BIT, Code, truth};
use crate::guessed_memory::{GuardedLocation, GuessedId, GuessedLocation, ProgramBuilder};

/// A statement that writes a location.
struct WriteSite {
    number: AccessNumber,
    /// A bit: it ran.
    happened: GlobalId,
    time: GlobalId,
    value: GlobalId,
}

struct LocationState {
    location: GuessedLocation,
    representation: Representation,
    /// What it holds before others can access it, if that is not its initial value.
    prepared: Option<GlobalId>,
    sites: Vec<WriteSite>,
}

pub struct Memory {
    locations: IndexVec<GuessedId, LocationState>,
    created: FxHashMap<Slot, (Slot, AccessNumber)>,
}

impl Memory {
    /// If nothing is recorded every write is guessed.
    pub fn new(
        build: &mut ProgramBuilder,
        locations: &IndexVec<GuessedId, GuessedLocation>,
        access_analysis: &AccessAnalysis<'_>,
        records: bool,
    ) -> Memory {
        let state = locations.iter_enumerated().map(|(id, location)| {
            let representation = access_analysis.representation(id, records);
            let name = &location.name;
            let prepared = representation
                .prepared
                .then(|| build.variable(&format!("{name}_first"), location.kind));
            LocationState {
                location: location.clone(),
                representation,
                prepared,
                sites: Vec::new(),
            }
        });
        Memory { locations: state.collect(), created: access_analysis.counter.created.clone() }
    }

    pub fn kind(&self, location: GuessedId) -> Type {
        self.locations[location].location.kind
    }

    /// The locations whose writes are guessed.
    pub fn guessed(&self) -> Vec<GuessedWrites> {
        let guessed = self.locations.iter_enumerated().filter_map(|(location, state)| {
            let sites = match state.representation.writes {
                Writes::Guessed { sites } => sites,
                Writes::None | Writes::Recorded { .. } => return None,
            };
            Some(GuessedWrites {
                location,
                name: state.location.name.clone(),
                kind: state.location.kind,
                sites,
            })
        });
        guessed.collect()
    }

    /// Before any thread runs.
    pub fn prepare(&self, code: &mut Code, build: &ProgramBuilder) {
        for state in self.locations.iter() {
            if let Some(variable) = state.prepared {
                let value = build.initial(code, &state.location);
                code.write(variable, value, state.location.kind);
            }
        }
    }

    pub fn read(
        &mut self,
        code: &mut Code,
        build: &mut ProgramBuilder,
        context: &mut Context<'_>,
        location: GuessedId,
    ) -> Operand {
        let state = &self.locations[location];
        let first = match state.prepared {
            Some(variable) => code.read(variable, state.location.kind),
            None => build.initial(code, &state.location),
        };
        let slot = context.slot;
        if state.representation.is_alone(slot, context.number) {
            return first;
        }
        match state.representation.writes {
            Writes::None => first,
            Writes::Recorded { writer } => {
                // All that the thread itself wrote so far was before.
                let known = if slot == writer {
                    AccessNumber::MAX
                } else {
                    can_run(&self.created, slot, writer)
                };
                let now = context.clock.timestamp(code, slot, context.number);
                state.last_before(code, context.clock, now, known, first)
            }
            Writes::Guessed { .. } => {
                let now = context.clock.timestamp(code, slot, context.number);
                context.write_guess.read(code, now, location, first)
            }
        }
    }

    /// The result: is this more than could be guessed?
    pub fn write(
        &mut self,
        code: &mut Code,
        build: &mut ProgramBuilder,
        context: &mut Context<'_>,
        choice: GuardedLocation,
        value: Operand,
    ) -> Operand {
        let state = &mut self.locations[choice.location];
        if state.representation.is_alone(context.slot, context.number) {
            if let Some(variable) = state.prepared {
                let before = code.read(variable, state.location.kind);
                let value = code.choose(choice.guard, value, before, state.location.kind);
                code.write(variable, value, state.location.kind);
            }
            return truth(false);
        }
        let now = context.clock.timestamp(code, context.slot, context.number);
        match state.representation.writes {
            Writes::None => truth(false),
            Writes::Recorded { .. } => {
                state.record(code, build, context, now, (choice.guard, value));
                truth(false)
            }
            Writes::Guessed { .. } => {
                context.write_guess.write(code, now, choice.location, choice.guard, value)
            }
        }
    }
}

/// Which thread accesses memory, when and how.
pub struct Context<'a> {
    pub slot: Slot,
    pub number: AccessNumber,
    pub clock: Clock,
    pub write_guess: &'a mut dyn WriteGuess,
}

impl LocationState {
    fn record(
        &mut self,
        code: &mut Code,
        build: &mut ProgramBuilder,
        context: &Context<'_>,
        now: Timestamp,
        (guard, value): (Operand, Operand),
    ) {
        let name = format!("{}_write_{}", self.location.name, self.sites.len() + 1);
        let site = WriteSite {
            number: context.number,
            happened: build.variable(&format!("{name}_done"), BIT),
            time: build.variable(&format!("{name}_time"), context.clock.kind()),
            value: build.variable(&format!("{name}_value"), self.location.kind),
        };
        code.write(site.happened, guard, BIT);
        code.write(site.time, now.time, context.clock.kind());
        code.write(site.value, value, self.location.kind);
        self.sites.push(site);
    }

    /// Sites with a number less than `known` were before, if they happened.
    fn last_before(
        &self,
        code: &mut Code,
        clock: Clock,
        now: Timestamp,
        known: AccessNumber,
        first: Operand,
    ) -> Operand {
        let mut result = first;
        for site in &self.sites {
            let mut counts = code.read(site.happened, BIT);
            if site.number >= known {
                let time = code.read(site.time, clock.kind());
                let earlier = code.test(Operator::UnsignedLess, &[time, now.time]);
                counts = code.both(counts, earlier);
            }
            let value = code.read(site.value, self.location.kind);
            result = code.choose(counts, value, result, self.location.kind);
        }
        result
    }
}
