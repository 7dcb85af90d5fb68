//! Memory unwinding, after Tomasco, Inverso, Fischer, La Torre and Parlato,
//! "Verifying Concurrent Programs by Memory Unwinding", and MU-CSeq 0.4 with its
//! unwindings of individual locations.
//!
//! The writes to shared memory are guessed, in their order; then the threads run one
//! after the other, each once from its beginning to its end, and read what the
//! guess says they see at the time. What they write must be what was guessed, and
//! all of it. What fails on the way is noted, and checked once the guess is known
//! to be right.
//!
//! Deviations from the paper:
//!
//! - Everything has a timestamp (`clock`), in every grain, and a read takes the last write
//!   before its own time; the paper lets a read guess a position. An atomic section
//!   is adjacent in time, so that locks, waits and joins need no code of their own.
//! - Only what must be guessed is (`memory`): what a thread writes before others that
//!   access it exist is known, and so is what the only writer of a location, simulated
//!   before its readers, did write.
//! - A thread may stop anywhere. A run of the concurrent program up to a failure is a
//!   run here, in which all others stop.
//! - Memory errors are noted like every other failure, and every increment is a load
//!   and a store, before or behind its operand.
//! - Deadlocks: threads that stand in front of a wait are told what memory holds in
//!   the end (`threads`, `deadlock`).
//!
//! A write too many is a cut ([`ReachedBound::Writes`]): without one, and without cuts of
//! the bounded program, a check that holds does so in every execution. Grain
//! `inter` always says that more could be there.
//!
//! Incomplete: an error if a section waits behind a write of its own, and deadlocks
//! are asked about. A thread that stands also chooses its inputs, and what was never written:
//! the replay of a deadlock has to see whether the thread would wait with others too.

mod access_analysis;
mod clock;
mod deadlock;
mod inter_thread;
mod intra_thread;
mod memory;
mod scheme;
mod write_guess;
mod write_sequence;

use raddle_ir::index::Index;
use raddle_ir::{CheckKind, GlobalId, Origin, StopReason, Terminator, Type};

use crate::bounded::{Bounded, Slot};
use crate::code::{BIT, Code, truth};
use crate::guessed_memory::deferred_checks::Failure;
use crate::guessed_memory::{self, ProgramBuilder, SharedMemory};
use crate::marks::{ReachedBound, Sequential, TraceMark};
use access_analysis::{AccessAnalysis, Counter, waits_behind_write};
use clock::Clock;
use inter_thread::InterThreadClusters;
use intra_thread::IntraThreadClusters;
use memory::Memory;
use scheme::{Fate, MemoryUnwinding};
use write_sequence::WriteSequences;

/// What is guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grain {
    /// Every write, in one sequence.
    Fine,
    /// Groups of writes of one thread.
    Intra,
    /// Groups of writes of several threads.
    Inter,
    /// A sequence for each location, with timestamps.
    Location,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub grain: Grain,
    /// Of each sequence.
    pub writes: u32,
    pub deadlock: bool,
}

pub fn sequentialise(bounded: &Bounded, options: &Options) -> Result<Sequential, String> {
    let mut build = ProgramBuilder::new(bounded);
    let shared = SharedMemory::find(bounded, &mut build)?;
    let mut access_analysis = AccessAnalysis::new(&shared.guessed);
    let mut draft = ProgramBuilder { program: build.program.clone(), marks: Vec::new() };
    guessed_memory::translate(bounded, &shared, &mut draft, &mut access_analysis)?;
    if options.deadlock && (waits_behind_write(bounded) || access_analysis.waits_behind_filling) {
        return Err("an atomic section waits after it has written".to_string());
    }
    let mut scheme = scheme(bounded, options, &mut build, &shared, &access_analysis);
    let translated = guessed_memory::translate(bounded, &shared, &mut build, &mut scheme)?;
    if scheme.counter.number != access_analysis.counter.number {
        return Err("internal error: a second translation met other accesses".to_string());
    }
    let target = build.program.target;
    let mut code = Code::new("unwinding", target, Origin::Library);
    scheme.write_guess.guess(&mut code);
    scheme.memory.prepare(&mut code, &build);
    translated.call(&mut code);
    scheme.write_guess.finish(&mut code);
    // Of what comes now nothing is earlier.
    scheme.say_end(&mut code, &mut build);
    let mut deferred_checks = translated.deferred_checks;
    match options.grain {
        Grain::Inter => {
            let fewer = u64::from(options.writes) < access_analysis.rounds();
            deferred_checks.note(&mut code, &mut build, too_many_writes(), truth(fewer));
        }
        Grain::Fine | Grain::Intra | Grain::Location => {
            stop_beyond(&mut code, &mut build, scheme.beyond);
        }
    }
    if let Some(fates) = &scheme.fates {
        let deadlock = deadlock::find(&mut code, fates, &translated.created);
        let message = "threads wait for each other".to_string();
        let what = Failure::Check { kind: CheckKind::Deadlock, message, cut: None };
        deferred_checks.note(&mut code, &mut build, what, deadlock);
    }
    deferred_checks.check(&mut code, &mut build);
    Ok(build.finish(code))
}

fn scheme(
    bounded: &Bounded,
    options: &Options,
    build: &mut ProgramBuilder,
    shared: &SharedMemory,
    access_analysis: &AccessAnalysis<'_>,
) -> MemoryUnwinding {
    let round = build.variable("round", Type::Integer(64));
    // A single sequence has all writes in it.
    let records = matches!(options.grain, Grain::Location | Grain::Inter);
    let memory = Memory::new(build, &shared.guessed, access_analysis, records);
    let locations = memory.guessed();
    let writes = options.writes as usize;
    let sites: usize = locations.iter().map(|each| each.sites).sum();
    let steps = access_analysis.writing_steps();
    let rounds = match options.grain {
        Grain::Location => access_analysis.rounds(),
        Grain::Fine => write_sequence::rounds(sites.min(writes)),
        Grain::Intra => write_sequence::rounds(steps.min(writes)),
        Grain::Inter => access_analysis.rounds().min(u64::from(options.writes)),
    };
    let clock = Clock::new(round, rounds, access_analysis.counter.number);
    let write_guess: Box<dyn write_guess::WriteGuess> = match options.grain {
        Grain::Location => {
            Box::new(WriteSequences::location(build, clock, &locations, options.writes))
        }
        Grain::Fine => Box::new(WriteSequences::fine(build, clock, &locations, options.writes)),
        Grain::Intra => {
            let threads = bounded.threads.len();
            let clusters = (steps.min(writes), steps <= writes);
            Box::new(IntraThreadClusters::new(build, clock, threads, &locations, clusters))
        }
        Grain::Inter => Box::new(InterThreadClusters::new(build, clock, &locations, rounds)),
    };
    let slots = (0..bounded.threads.len()).map(Slot::new);
    MemoryUnwinding {
        clock,
        memory,
        write_guess,
        counter: Counter::default(),
        created_in: slots
            .clone()
            .map(|slot| build.variable(&format!("{slot}_created_in"), clock.round_kind()))
            .collect(),
        beyond: build.variable("too_many_writes", BIT),
        fates: options.deadlock.then(|| slots.map(|slot| Fate::new(build, slot)).collect()),
        sections: access_analysis.sections.clone(),
    }
}

const TOO_MANY: &str = "more writes than were guessed";

fn too_many_writes() -> Failure {
    let cut = Some(ReachedBound::Writes);
    Failure::Check { kind: CheckKind::Unwind, message: TOO_MANY.to_string(), cut }
}

/// A thread that had a write too many may have stopped within a section, and others
/// have seen half of it: nothing else counts then.
fn stop_beyond(code: &mut Code, build: &mut ProgramBuilder, beyond: GlobalId) {
    let condition = code.read(beyond, BIT);
    let goes_on = code.begin_if(condition);
    build.mark(code, TraceMark::Cut { reached: ReachedBound::Writes });
    code.check(CheckKind::Unwind, truth(false), TOO_MANY);
    code.close(Terminator::Stop(StopReason::Exit));
    code.go_to(goes_on);
}
